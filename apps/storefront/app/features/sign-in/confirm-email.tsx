import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { User } from '@oyna/api-client/models';
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
 * links. The server accepts the link in a session of its account only, so a visitor signs in first. A stranger may have
 * requested the link and sent it to the owner, so a new address is shown before the button changes it.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation('sign-in');
  const { ask } = useSignInPrompt();
  const { user, replace } = useUser();
  const callApi = useApi();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const [email, setEmail] = useState<string>();

  const confirm = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const known = user ?? (await callApi((api) => api.GET('/api/v1/user/info')));
      if (user || !newAddressOf(known)) {
        const changed = await callApi((api) => api.PUT('/api/v1/user/email/link', { body: { token } }));
        replace(changed);
        setEmail(changed.email ?? '');
      } else replace(known);
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  };
  const newAddress = user && newAddressOf(user);
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
        <p className={styles.explanation}>
          {newAddress ? t('confirm-email-change', { email: newAddress }) : t('confirm-email-text')}
        </p>
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

const newAddressOf = ({ email, pendingEmail }: User) => (pendingEmail === email ? null : pendingEmail);
