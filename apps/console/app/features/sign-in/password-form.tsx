import { faultOf } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { callOnce } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import type { Session } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { proveWithPassword } from './prove-with-password.ts';
import styles from './sign-in.module.css';

interface PasswordFormProps {
  /** Filled in when the session of a known operator has ended. */
  email?: string | undefined;
  onSession(session: Session): void;
}

/** The first step: e-mail address and password. */
export function PasswordForm({ email, onSession }: PasswordFormProps) {
  const t = useTexts('sign-in');
  const errorText = useErrorText();
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['email', 'password'],
    (fields) => ({
      ...(!textOf(fields, 'email').includes('@') && { email: 'email-invalid' as const }),
      ...(!textOf(fields, 'password') && { password: 'pass-err' as const }),
    }),
    async (fields) => {
      const body = { email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') };
      try {
        const session = await callOnce((api) => api.POST('/api/v1/session', { body }));
        onSession(await proveWithPassword(session, body.password));
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly={email !== undefined}
        error={errors.email && errorText(errors.email)}
      />
      <PasswordField label={t('password')} name="password" error={errors.password && errorText(errors.password)} />
      <FormNotice error={fault && errorText(fault.error)} requestId={fault?.requestId} />
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
        {t('continue')}
      </Button>
    </form>
  );
}
