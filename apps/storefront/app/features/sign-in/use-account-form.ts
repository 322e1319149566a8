import type { CallFault } from '@oyna/api-client/call-fault';
import type { ErrorCode, FieldErrors } from '@oyna/domain/errors';
import { type CheckedForm, useCheckedForm } from '@oyna/ui/use-checked-form';
import { type ComponentProps, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { loseSession, startSession } from '~/lib/session/session.ts';
import { type AccountNotice, type AccountRequest, sendAccountRequest } from './account-calls.ts';

interface AccountForm<Field extends string> extends Pick<CheckedForm<Field, ErrorCode>, 'errors' | 'fault' | 'isBusy'> {
  /** The attributes of the form. Without the method, a browser without script would put the password into the address. */
  attributes: Pick<ComponentProps<'form'>, 'method' | 'noValidate'> & {
    ref: CheckedForm<Field, ErrorCode>['form'];
    onSubmit: CheckedForm<Field, ErrorCode>['onSubmit'];
    onInput: CheckedForm<Field, ErrorCode>['onInput'];
  };
  /** What to say of an attempt that did not end in a session. */
  notice: AccountNotice | undefined;
  send(request: AccountRequest): void;
}

/** A form that calls the account API. Its parent notices a sign-in through the session. */
export function useAccountForm<Field extends string>(
  fieldNames: readonly Field[],
  check: (fields: FormData) => FieldErrors<Field>,
  toRequest: (fields: FormData) => AccountRequest,
): AccountForm<Field> {
  const callApi = useApi();
  const [notice, setNotice] = useState<AccountNotice>();
  const request = async (wanted: AccountRequest): Promise<CallFault | undefined> => {
    setNotice(undefined);
    const answer = await sendAccountRequest(callApi, wanted);
    if ('error' in answer) return answer;
    if ('session' in answer) startSession(answer.session);
    else if ('leaveTo' in answer) await leaveTo(answer.leaveTo);
    else setNotice(answer.notice);
    // The server ended every session, including this one.
    if (wanted.kind === 'reset-password') loseSession();
    return undefined;
  };
  const { form, onSubmit, onInput, run, ...state } = useCheckedForm(fieldNames, check, (fields) =>
    request(toRequest(fields)),
  );
  return {
    ...state,
    attributes: { ref: form, method: 'post', noValidate: true, onSubmit, onInput },
    notice,
    send: (wanted) => run(() => request(wanted)),
  };
}

/** The form stays busy until the page is left, and is reset when the visitor returns by the back button. */
function leaveTo(address: string): Promise<unknown> {
  location.assign(address);
  return new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
}
