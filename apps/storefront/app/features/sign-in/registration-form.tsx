import { cleanText, validateRegistration } from '@oyna/domain/validation';
import { LinkedText } from '@oyna/ui/linked-text';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useCountries } from '~/lib/use-countries.ts';
import type { SocialProvider } from './account-calls.ts';
import { accountErrorText } from './account-texts.ts';
import { CountryField } from './country-field.tsx';
import styles from './sign-in.module.css';
import { SocialSignIn } from './social-sign-in.tsx';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

const FIELDS = ['login', 'email', 'password', 'countryId'] as const;

/** In the order in which the text names them. */
const AGREEMENTS = ['/user-agreement', '/policy'];

const read = (fields: FormData) => ({
  login: cleanText(textOf(fields, 'login')),
  email: cleanText(textOf(fields, 'email')),
  password: textOf(fields, 'password'),
  countryId: textOf(fields, 'countryId'),
});

interface RegistrationFormProps {
  onSignIn(): void;
  /** Called before the page is left for Google or VK; answers where to come back to. */
  onLeave(): string;
}

export function RegistrationForm({ onSignIn, onLeave }: RegistrationFormProps) {
  const { t, language } = useTranslation('sign-in');
  const account = useAccountForm(
    FIELDS,
    (fields) => validateRegistration(read(fields)),
    (fields) => ({ kind: 'register', ...read(fields), language }),
  );
  const countries = useCountries();
  const isLoading = !countries.countries && !countries.hasFailed;
  const [isWaiting, setWaiting] = useState(false);
  const { ref: form, onSubmit } = account.attributes;
  /** A country is chosen when the list arrives, so a form that is sent before waits for it. */
  const submit = (event: FormEvent) => {
    if (!isLoading) return onSubmit(event);
    event.preventDefault();
    setWaiting(true);
  };
  useEffect(() => {
    if (!isWaiting || isLoading) return;
    setWaiting(false);
    form.current?.requestSubmit();
  }, [isWaiting, isLoading, form]);
  const leaveFor = (provider: SocialProvider) => account.send({ kind: 'social', provider, returnTo: onLeave() });
  const error = (field: keyof typeof account.errors) => accountErrorText(t, account.errors[field]);
  return (
    <form className={styles.form} {...account.attributes} onSubmit={submit}>
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
      <CountryField {...countries} error={error('countryId')} />
      <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy || isWaiting}>
        {t('register')}
      </SubmitArea>
      <p className={styles.agreement}>
        <LinkedText text={t('register-agree')} to={AGREEMENTS} />
      </p>
      <SocialSignIn isRegistration onChoose={leaveFor} />
      <p className={styles.switch}>
        {t('have-account')}{' '}
        <button type="button" className={styles.link} onClick={onSignIn}>
          {t('sign-in')}
        </button>
      </p>
    </form>
  );
}
