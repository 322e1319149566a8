import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { Button, ButtonLink } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { accountErrorText, isKnownFault } from './account-texts.ts';
import styles from './sign-in.module.css';

/**
 * Confirms an address by the link of a mail. Nothing happens before the button is pressed, because mail scanners open
 * links. The server accepts the link in a session of its account only, so a visitor signs in first.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation('sign-in');
  const { ask } = useSignInPrompt();
  const { replace } = useUser();
  const callApi = useApi();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const [email, setEmail] = useState<string>();

  const confirm = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const user = await callApi((api) => api.PUT('/api/v1/user/email/link', { body: { token } }));
      replace(user);
      setEmail(user.email ?? '');
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  };
  const onPress = () =>
    ask(t('confirm-email-sign-in'), () => void confirm(), {
      kind: 'open',
      path: `/confirm-email?token=${encodeURIComponent(token)}`,
    });

  if (email !== undefined) {
    return (
      <section className={styles.card}>
        <FormNotice error={undefined} success={t('confirm-email-done', { email })} />
        <ButtonLink to="/catalog" variant="primary" size="large" isWide>
          {t('to-catalog')}
        </ButtonLink>
      </section>
    );
  }
  if (token === '' || fault?.error === 'code-invalid') {
    return (
      <section className={styles.card}>
        <FormNotice error={t('confirm-email-failed')} />
        <ButtonLink to="/edit-profile" variant="primary" size="large" isWide>
          {t('to-profile-settings')}
        </ButtonLink>
      </section>
    );
  }
  return (
    <section className={styles.card}>
      <div className={styles.form}>
        <p className={styles.explanation}>{t('confirm-email-text')}</p>
        <div>
          <FormNotice
            error={accountErrorText(t, fault?.error)}
            requestId={isKnownFault(fault?.error) ? undefined : fault?.requestId}
          />
          <Button variant="primary" size="large" isWide isBusy={isBusy} onClick={onPress}>
            {t('confirm-email-button')}
          </Button>
        </div>
      </div>
    </section>
  );
}
