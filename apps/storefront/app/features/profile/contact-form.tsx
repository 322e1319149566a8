import type { CallFault } from '@oyna/api-client/call-fault';
import { cleanText, validateEmail, validatePhone } from '@oyna/domain/validation';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { ContactKind } from './contact-calls.ts';
import styles from './edit-profile.module.css';
import { profileErrorText, profileNotice } from './profile-texts.ts';

interface ContactFormProps {
  kind: ContactKind;
  initial: string;
  /** The present value is to be replaced. */
  isChanging: boolean;
  asksPassword: boolean;
  onSend(target: string, password: string | undefined): Promise<CallFault | undefined>;
  /** Given if a code may have been sent before. */
  onHasCode: (() => void) | undefined;
}

const KINDS = {
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', check: validateEmail },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', check: validatePhone },
} as const;

const WORDS = {
  email: { label: 'new-email', text: 'email-text' },
  'changed-email': { label: 'changed-email', text: 'changed-email-text' },
  phone: { label: 'new-phone', text: 'phone-text' },
} as const;

export function ContactForm({ kind, initial, isChanging, asksPassword, onSend, onHasCode }: ContactFormProps) {
  const { t } = useTranslation('profile');
  const { check, ...looks } = KINDS[kind];
  const words = WORDS[kind === 'email' && isChanging ? 'changed-email' : kind];
  const read = (fields: FormData) => ({
    target: cleanText(textOf(fields, kind)),
    password: asksPassword ? textOf(fields, 'password') : undefined,
  });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    [kind, 'password'],
    (fields) => {
      const { target, password } = read(fields);
      const targetFault = check(target);
      return { ...(targetFault && { [kind]: targetFault }), ...(password === '' && { password: 'pass-err' as const }) };
    },
    (fields) => {
      const { target, password } = read(fields);
      return onSend(target, password);
    },
  );
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      <p className={styles.explanation}>{t(words.text)}</p>
      <TextField
        {...looks}
        label={t(words.label)}
        name={kind}
        defaultValue={initial}
        // For the return from the code step. At first the dialog sets the focus.
        autoFocus
        {...(kind === 'phone' && { placeholder: '+7 701 123 45 67' })}
        error={profileErrorText(t, errors[kind])}
      />
      {asksPassword && (
        <PasswordField label={t('current-password')} name="password" error={profileErrorText(t, errors.password)} />
      )}
      <div>
        <FormNotice {...profileNotice(t, fault)} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t('send-code')}
        </Button>
      </div>
      {onHasCode && (
        <Button variant="quiet" isWide onClick={onHasCode}>
          {t('have-code')}
        </Button>
      )}
    </form>
  );
}
