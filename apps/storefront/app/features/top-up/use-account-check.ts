import { faultOf } from '@oyna/api-client/call-fault';
import type { ErrorCode } from '@oyna/domain/errors';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';

const TYPING_MS = 700;

export type AccountCheck =
  | { state: 'none' | 'checking' }
  | { state: 'valid'; name: string | null }
  | { state: 'wrong'; error: ErrorCode }
  /** The supplier does not respond; the account is checked again before the payment. */
  | { state: 'unknown' };

const WRONG = ['account-not-found', 'region-not-supported', 'steam-login-invalid', 'pubg-uid-invalid'] as const;

interface AccountChecking {
  check: AccountCheck;
  /** The answer, as soon as there is one. */
  ensure(): Promise<AccountCheck>;
}

/** Whether the supplier knows the account, asked when typing has stopped. `account` is undefined while it cannot be one. */
export function useAccountCheck(id: number | undefined, account: string | undefined): AccountChecking {
  const callApi = useApi();
  const [known, setKnown] = useState<ReadonlyMap<string, AccountCheck>>(new Map());
  const running = useRef(new Map<string, Promise<AccountCheck>>());

  async function ask(wanted: string): Promise<AccountCheck> {
    if (id === undefined) return { state: 'unknown' };
    try {
      const body = { id, account: wanted };
      const { name } = await callApi((api) => api.POST('/api/v1/replenishment/account', { body }));
      return { state: 'valid', name };
    } catch (error) {
      const code = faultOf(error).error;
      const wrong = WRONG.find((one) => one === code);
      return wrong ? { state: 'wrong', error: wrong } : { state: 'unknown' };
    }
  }

  async function ensure(): Promise<AccountCheck> {
    if (account === undefined) return { state: 'none' };
    const answered = known.get(account);
    if (answered && answered.state !== 'unknown') return answered;
    const asking = running.current.get(account) ?? ask(account);
    running.current.set(account, asking);
    const answer = await asking;
    running.current.delete(account);
    setKnown((last) => new Map(last).set(account, answer));
    return answer;
  }

  const runCheck = useEffectEvent(() => void ensure());
  useEffect(() => {
    if (account === undefined) return;
    const timer = setTimeout(() => runCheck(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [account]);

  if (account === undefined) return { check: { state: 'none' }, ensure };
  return { check: known.get(account) ?? { state: 'checking' }, ensure };
}
