import { cleanText, validateEmail, validatePhone } from '@oyna/domain/validation';
import type { CallFault } from '~/lib/forms/call-fault.ts';
import { textOf, useCheckedForm } from '~/lib/forms/use-checked-form.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Button } from '~/ui/button.tsx';
import { FormNotice } from '~/ui/form-notice.tsx';
import { PasswordField } from '~/ui/password-field.tsx';
import { TextField } from '~/ui/text-field.tsx';
import type { ContactKind } from './contact-calls.ts';
import styles from './edit-profile.module.css';
import { profileErrorText, profileNotice } from './profile-texts.ts';

interface ContactFormProps {
  kind: ContactKind;
  initial: string;
  asksPassword: boolean;
  onSend(target: string, password: string | undefined): Promise<CallFault | undefined>;
  onSent(target: string, password: string | undefined): void;
  /** Where a code may have come before. */
  onHasCode: (() => void) | undefined;
}

const KINDS = {
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', check: validateEmail },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', check: validatePhone },
} as const;

export function ContactForm({ kind, initial, asksPassword, onSend, onSent, onHasCode }: ContactFormProps) {
  const { t } = useTranslation('profile');
  const { check, ...looks } = KINDS[kind];
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
    async (fields) => {
      const { target, password } = read(fields);
      const found = await onSend(target, password);
      if (!found) onSent(target, password);
      return found;
    },
  );
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      <p className={styles.explanation}>{kind === 'email' ? t('email-text') : t('phone-text')}</p>
      <TextField
        {...looks}
        label={kind === 'email' ? t('new-email') : t('new-phone')}
        name={kind}
        defaultValue={initial}
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
