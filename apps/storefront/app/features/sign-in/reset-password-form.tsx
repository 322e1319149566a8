import { validatePasswordChange } from '@oyna/domain/validation';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { accountErrorText } from './account-texts.ts';
import { ForgotForm } from './forgot-form.tsx';
import styles from './sign-in.module.css';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

const FIELDS = ['password', 'repeated'] as const;

/** Opened by the link in a mail. An expired link offers a new one. */
export function ResetPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation('sign-in');
  const { ask } = useSignInPrompt();
  const navigate = useNavigate();
  const signIn = () => ask(undefined, () => void navigate('/'), { kind: 'open', path: '/' });
  const account = useAccountForm(
    FIELDS,
    (fields) => {
      const next = textOf(fields, 'password');
      const faults = validatePasswordChange({ current: 'unasked', next, repeated: textOf(fields, 'repeated') });
      return { ...(faults.next && { password: faults.next }), ...(faults.repeated && { repeated: faults.repeated }) };
    },
    (fields) => ({ kind: 'reset-password', token, password: textOf(fields, 'password') }),
  );
  if (token === '' || account.fault?.error === 'code-invalid') {
    return (
      <section className={styles.card}>
        <FormNotice error={t('link-invalid')} />
        <ForgotForm onSignIn={signIn} />
      </section>
    );
  }
  if (account.notice) {
    return (
      <section className={styles.card}>
        <FormNotice error={undefined} success={t(account.notice)} />
        <Button variant="primary" size="large" isWide onClick={signIn}>
          {t('sign-in')}
        </Button>
      </section>
    );
  }
  return (
    <section className={styles.card}>
      <form className={styles.form} {...account.attributes}>
        <p className={styles.explanation}>{t('reset-text')}</p>
        <PasswordField
          label={t('new-password')}
          name="password"
          autoComplete="new-password"
          hint={t('password-hint')}
          error={accountErrorText(t, account.errors.password)}
        />
        <PasswordField
          label={t('repeat-password')}
          name="repeated"
          autoComplete="new-password"
          error={accountErrorText(t, account.errors.repeated)}
        />
        <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy}>
          {t('save-password')}
        </SubmitArea>
      </form>
    </section>
  );
}
