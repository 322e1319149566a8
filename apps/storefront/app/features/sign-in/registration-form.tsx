import { cleanText, validateRegistration } from '@oyna/domain/validation';
import { textOf } from '~/lib/forms/use-checked-form.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { PasswordField } from '~/ui/password-field.tsx';
import { TextField } from '~/ui/text-field.tsx';
import { accountErrorText } from './account-texts.ts';
import { CountryField } from './country-field.tsx';
import styles from './sign-in.module.css';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

const FIELDS = ['login', 'email', 'password', 'countryId'] as const;

const read = (fields: FormData) => ({
  login: cleanText(textOf(fields, 'login')),
  email: cleanText(textOf(fields, 'email')),
  password: textOf(fields, 'password'),
  countryId: textOf(fields, 'countryId'),
});

export function RegistrationForm({ onSignIn }: { onSignIn(): void }) {
  const { t, language } = useTranslation('sign-in');
  const account = useAccountForm(
    FIELDS,
    (fields) => validateRegistration(read(fields)),
    (fields) => ({ kind: 'register', ...read(fields), language }),
  );
  const error = (field: keyof typeof account.errors) => accountErrorText(t, account.errors[field]);
  return (
    <form
      ref={account.form}
      method="post"
      noValidate
      className={styles.form}
      onSubmit={account.onSubmit}
      onInput={account.onInput}
    >
      <TextField
        label={t('login')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={error('login')}
      />
      <TextField label={t('email')} name="email" type="email" autoComplete="email" error={error('email')} />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={t('password-hint')}
        error={error('password')}
      />
      <CountryField error={error('countryId')} />
      <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy}>
        {t('create-account')}
      </SubmitArea>
      <p className={styles.switch}>
        {t('have-account')}{' '}
        <button type="button" className={styles.link} onClick={onSignIn}>
          {t('sign-in')}
        </button>
      </p>
    </form>
  );
}
