import { validatePasswordChange } from '@oyna/domain/validation';
import { useApi } from '~/lib/browser-api.ts';
import { faultOf } from '~/lib/forms/call-fault.ts';
import { textOf, useCheckedForm } from '~/lib/forms/use-checked-form.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FormNotice } from '~/ui/form-notice.tsx';
import { PasswordField } from '~/ui/password-field.tsx';
import { useToast } from '~/ui/toast.tsx';
import styles from './edit-profile.module.css';
import { profileErrorText, profileNotice } from './profile-texts.ts';

interface PasswordDialogProps {
  /** For password managers: whose password it is. */
  userName: string;
  /** An account from Google or VK may have none yet. */
  hasPassword: boolean;
  onClose(): void;
  onChanged(): void;
}

const FIELDS = ['current', 'next', 'repeated'] as const;

export function PasswordDialog({ userName, hasPassword, onClose, onChanged }: PasswordDialogProps) {
  const { t } = useTranslation('profile');
  const callApi = useApi();
  const { reload } = useUser();
  const showToast = useToast();
  const read = (fields: FormData) => ({
    current: textOf(fields, 'current'),
    next: textOf(fields, 'next'),
    repeated: textOf(fields, 'repeated'),
  });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    FIELDS,
    (fields) => {
      const { current, ...rest } = validatePasswordChange(read(fields));
      return hasPassword && current ? { current, ...rest } : rest;
    },
    async (fields) => {
      const { current, next } = read(fields);
      try {
        const body = hasPassword ? { current, next } : { next };
        await callApi((api) => api.PUT('/api/v1/user/password', { body }));
      } catch (error) {
        return faultOf(error);
      }
      reload();
      showToast(t('password-changed'), 'success');
      onChanged();
      onClose();
      return undefined;
    },
  );
  const errorOf = (field: keyof typeof errors) => profileErrorText(t, errors[field]);
  return (
    <Dialog title={hasPassword ? t('change-password') : t('set-password')} isOpen onClose={onClose} startsInField>
      <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
        <p className={styles.explanation}>{t('password-text')}</p>
        <input type="text" name="username" autoComplete="username" defaultValue={userName} readOnly hidden />
        {hasPassword && <PasswordField label={t('current-password')} name="current" error={errorOf('current')} />}
        <PasswordField
          label={t('new-password')}
          name="next"
          autoComplete="new-password"
          hint={t('password-hint')}
          error={errorOf('next')}
        />
        <PasswordField
          label={t('repeat-password')}
          name="repeated"
          autoComplete="new-password"
          error={errorOf('repeated')}
        />
        <div>
          <FormNotice {...profileNotice(t, fault)} />
          <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
            {t('save-password')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
