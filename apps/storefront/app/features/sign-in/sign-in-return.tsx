import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { Spinner } from '@oyna/ui/spinner';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CallApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { startSession } from '~/lib/session/session.ts';
import { accountErrorText } from './account-texts.ts';
import { type SignInReturn, safePath } from './return-address.ts';
import styles from './sign-in.module.css';

export type ReturnFault = CallFault['error'] | 'denied';

/** Turns the code into a session, once: it is good for one use. Answers where to go. */
export async function finishSignIn(
  callApi: CallApi,
  arrival: SignInReturn,
): Promise<{ path: string } | { fault: ReturnFault }> {
  if ('error' in arrival) return { fault: arrival.error === 'access_denied' ? 'denied' : 'sign-in-failed' };
  const { provider, code, state, deviceId } = arrival;
  try {
    const answer = await callApi((api) =>
      provider === 'google'
        ? api.GET('/api/v1/google/token', { params: { query: { code, state } } })
        : api.GET('/api/v1/vk/token', { params: { query: { code, state, device_id: deviceId } } }),
    );
    startSession(answer);
    return { path: safePath(answer.returnTo) };
  } catch (error) {
    return { fault: faultOf(error).error };
  }
}

interface SignInReturnDialogProps {
  /** None while it is still under way. */
  fault: ReturnFault | undefined;
  onClose(): void;
  onRetry(): void;
}

export function SignInReturnDialog({ fault, onClose, onRetry }: SignInReturnDialogProps) {
  const { t } = useTranslation('sign-in');
  const retry = useRef<HTMLButtonElement>(null);
  const hasFailed = fault !== undefined;

  // Focuses the retry button instead of the close button, which the dialog has focused.
  useEffect(() => {
    if (hasFailed) retry.current?.focus();
  }, [hasFailed]);

  return (
    <Dialog title={t('sign-in-title')} isOpen onClose={onClose}>
      <div className={styles.return} role="status">
        {fault === undefined ? (
          <>
            <Spinner />
            <p>{t('signing-in')}</p>
          </>
        ) : (
          <>
            <CircleAlert size={28} className={styles.returnFailed} aria-hidden="true" />
            <p>{textOf(t, fault)}</p>
          </>
        )}
      </div>
      {hasFailed && (
        <Button ref={retry} variant="primary" size="large" isWide onClick={onRetry}>
          {t('try-again')}
        </Button>
      )}
    </Dialog>
  );
}

/** Errors that a retry cannot fix; every other one is a failed attempt. */
const SAID = ['account-blocked', 'no-answer', 'too-many-requests'] as const;

function textOf(t: ReturnType<typeof useTranslation<'sign-in'>>['t'], fault: ReturnFault): string | undefined {
  if (fault === 'denied') return t('sign-in-denied');
  return accountErrorText(t, SAID.find((code) => code === fault) ?? 'sign-in-failed');
}
