import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { validatePasswordChange } from '@oyna/domain/validation';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { FormNotice } from '@oyna/ui/form-notice';
import { PasswordField } from '@oyna/ui/password-field';
import { useToast } from '@oyna/ui/toast';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { useProofCalls } from './contact-calls.ts';
import styles from './edit-profile.module.css';
import { profileErrorText, profileNotice } from './profile-texts.ts';
import { ProofForm } from './proof-form.tsx';

interface PasswordDialogProps {
  /** For password managers: whose password it is. */
  userName: string;
  /** An account from Google or VK may have none yet. */
  hasPassword: boolean;
  email: string | null;
  onClose(): void;
  onChanged(): void;
}

const FIELDS = ['current', 'next', 'repeated'] as const;

export function PasswordDialog({ userName, hasPassword, email, onClose, onChanged }: PasswordDialogProps) {
  const { t } = useTranslation('profile');
  const callApi = useApi();
  const { reload } = useUser();
  const showToast = useToast();
  const read = (fields: FormData) => ({
    current: textOf(fields, 'current'),
    next: textOf(fields, 'next'),
    repeated: textOf(fields, 'repeated'),
  });
  const proof = useProofCalls();
  /** The password that waits for the present address to be proven. */
  const [unproven, setUnproven] = useState<string>();
  const change = async (body: { current?: string; next: string }): Promise<CallFault | undefined> => {
    try {
      await callApi((api) => api.PUT('/api/v1/user/password', { body }));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.error !== 'proof-needed') return fault;
      const unsent = await proof.request();
      if (!unsent) setUnproven(body.next);
      return unsent;
    }
    reload();
    showToast(t('password-changed'), 'success');
    onChanged();
    onClose();
    return undefined;
  };
  const changeProven = async (next: string) => {
    const fault = await change({ next });
    if (!fault) return;
    showToast(profileErrorText(t, fault.error) ?? '', 'danger');
    setUnproven(undefined);
  };
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    FIELDS,
    (fields) => {
      const { current, ...rest } = validatePasswordChange(read(fields));
      return hasPassword && current ? { current, ...rest } : rest;
    },
    (fields) => {
      const { current, next } = read(fields);
      return change(hasPassword ? { current, next } : { next });
    },
  );
  const errorOf = (field: keyof typeof errors) => profileErrorText(t, errors[field]);
  const title = hasPassword ? t('change-password') : t('set-password');
  if (unproven !== undefined) {
    return (
      <Dialog title={title} isOpen onClose={onClose} startsInField>
        <ProofForm
          email={email ?? ''}
          onBack={() => setUnproven(undefined)}
          onProven={() => void changeProven(unproven)}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} startsInField>
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
