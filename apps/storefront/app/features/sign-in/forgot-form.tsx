import { cleanText, validateLogin } from '@oyna/domain/validation';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { accountErrorText } from './account-texts.ts';
import styles from './sign-in.module.css';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

const FIELDS = ['login'] as const;
const loginOf = (fields: FormData) => cleanText(textOf(fields, 'login'));

/** Shows the same message whether or not the account exists, so that it reveals no accounts. */
export function ForgotForm({ onSignIn }: { onSignIn(): void }) {
  const { t } = useTranslation('sign-in');
  const account = useAccountForm(
    FIELDS,
    (fields) => {
      const error = validateLogin(loginOf(fields));
      return error ? { login: error } : {};
    },
    (fields) => ({ kind: 'forgot-password', login: loginOf(fields) }),
  );
  return (
    <form className={styles.form} {...account.attributes}>
      <p className={styles.explanation}>{t('forgot-text')}</p>
      <TextField
        label={t('login-or-email')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={accountErrorText(t, account.errors.login)}
      />
      <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy}>
        {account.notice ? t('send-again') : t('send-link')}
      </SubmitArea>
      <p className={styles.switch}>
        <button type="button" className={styles.link} onClick={onSignIn}>
          {t('back-to-sign-in')}
        </button>
      </p>
    </form>
  );
}
