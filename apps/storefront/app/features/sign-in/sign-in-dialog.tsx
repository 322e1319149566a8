import { useEffect, useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Dialog } from '~/ui/dialog.tsx';
import { AccountForms } from './account-forms.tsx';
import styles from './sign-in.module.css';
import { useAccountView } from './use-account-view.ts';

interface SignInDialogProps {
  isOpen: boolean;
  onClose(): void;
  reason: string | undefined;
}

export function SignInDialog({ isOpen, onClose, reason }: SignInDialogProps) {
  const { t } = useTranslation('sign-in');
  const { reset, ...forms } = useAccountView();
  const content = useRef<HTMLDivElement>(null);

  // Where there is a real keyboard typing can begin at once; on a touch screen one would jump up and hide the form.
  useEffect(() => {
    if (isOpen && matchMedia('(pointer: fine)').matches) content.current?.querySelector('input')?.focus();
  }, [isOpen]);

  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog title={forms.view === 'sign-in' ? t('sign-in-title') : t('register-title')} isOpen={isOpen} onClose={close}>
      <div ref={content}>
        {reason && <p className={styles.reason}>{reason}</p>}
        <AccountForms {...forms} />
      </div>
    </Dialog>
  );
}
