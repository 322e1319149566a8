import { cleanText, validateSignIn } from '@oyna/domain/validation';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialProvider } from './account-calls.ts';
import { accountErrorText } from './account-texts.ts';
import styles from './sign-in.module.css';
import { SocialSignIn } from './social-sign-in.tsx';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

interface SignInFormProps {
  onRegister(): void;
  onForgot(): void;
  /** Called before the page is left; answers where to come back to. */
  onLeave(): string;
  /** After a change from another form the focus would otherwise be nowhere. */
  hasFocus?: boolean;
  isSecond?: boolean | undefined;
}

const FIELDS = ['password'] as const;

const read = (fields: FormData) => ({
  login: cleanText(textOf(fields, 'login')),
  password: textOf(fields, 'password'),
});

export function SignInForm({ onRegister, onForgot, onLeave, hasFocus = false, isSecond }: SignInFormProps) {
  const { t } = useTranslation('sign-in');
  const account = useAccountForm(
    FIELDS,
    (fields) => {
      const error = validateSignIn(read(fields));
      // One message for both cases (spec §5): it must not reveal whether the login exists.
      return error ? { password: error } : {};
    },
    (fields) => ({ kind: 'sign-in', ...read(fields) }),
  );
  const leaveFor = (provider: SocialProvider) => account.send({ kind: 'social', provider, returnTo: onLeave() });
  return (
    <form className={styles.form} {...account.attributes}>
      <TextField
        label={t('login-or-email')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={hasFocus}
      />
      <PasswordField label={t('password')} name="password" error={accountErrorText(t, account.errors.password)} />
      <button type="button" className={styles.link} onClick={onForgot}>
        {t('forgot-password')}
      </button>
      <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy} isSecond={isSecond}>
        {t('sign-in')}
      </SubmitArea>
      <SocialSignIn onChoose={leaveFor} />
      <p className={styles.switch}>
        {t('no-account')}{' '}
        <button type="button" className={styles.link} onClick={onRegister}>
          {t('create-account')}
        </button>
      </p>
    </form>
  );
}
