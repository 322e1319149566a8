import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { useApi } from '~/lib/browser-api.ts';
import { useUser } from '~/lib/session/use-user.ts';

export type ContactKind = 'email' | 'phone';

interface ContactCalls {
  /** Has a code sent to the new address. */
  request(target: string, password: string | undefined): Promise<CallFault | undefined>;
  confirm(code: string): Promise<CallFault | undefined>;
}

/** Both answer with what was wrong, if anything was. */
export function useContactCalls(kind: ContactKind): ContactCalls {
  const callApi = useApi();
  const { replace } = useUser();
  return {
    request: (target, password) =>
      faultIn(async () => {
        const proof = password === undefined ? {} : { password };
        await callApi((api) =>
          kind === 'email'
            ? api.POST('/api/v1/user/email', { body: { email: target, ...proof } })
            : api.POST('/api/v1/user/phone', { body: { phone: target, ...proof } }),
        );
      }),
    confirm: (code) =>
      faultIn(async () => {
        const body = { code };
        const path = kind === 'email' ? '/api/v1/user/email' : '/api/v1/user/phone';
        replace(await callApi((api) => api.PUT(path, { body })));
      }),
  };
}

/** For an account without a password: a code to its present address, and its confirmation. */
export function useProofCalls(): { request(): Promise<CallFault | undefined>; confirm: ContactCalls['confirm'] } {
  const callApi = useApi();
  return {
    request: () => faultIn(async () => void (await callApi((api) => api.POST('/api/v1/user/proof')))),
    confirm: (code) =>
      faultIn(async () => void (await callApi((api) => api.PUT('/api/v1/user/proof', { body: { code } })))),
  };
}

async function faultIn(work: () => Promise<void>): Promise<CallFault | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}
