import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lastEnding } from '~/lib/session/session.ts';
import type { WithoutAccount } from '~/lib/sign-in-prompt.tsx';
import { AccountForms } from './account-forms.tsx';
import { GuestForm } from './guest-form.tsx';
import styles from './sign-in.module.css';
import { useAccountView, VIEW_TITLES } from './use-account-view.ts';

interface SignInDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Called before the page is left for Google or VK; answers where to come back to. */
  onLeave(): string;
  reason: string | undefined;
  without: WithoutAccount | undefined;
  /** The visitor can buy with an e-mail address alone. */
  hasGuestForm: boolean;
}

export function SignInDialog({ isOpen, onClose, onLeave, reason, without, hasGuestForm }: SignInDialogProps) {
  const { t } = useTranslation('sign-in');
  const { reset, ...forms } = useAccountView();
  const isGuestOffered = hasGuestForm && forms.view === 'sign-in';
  const title = t(isGuestOffered ? 'guest-dialog-title' : VIEW_TITLES[forms.view]);
  const text = isGuestOffered ? t('guest-reason') : reason;
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} startsInField>
      {lastEnding() === 'lost' && <p className={styles.reason}>{t('session-lost')}</p>}
      {/* The reason asks to sign in, so the registration form does not show it. */}
      {text && forms.view !== 'register' && <p className={styles.reason}>{text}</p>}
      {isGuestOffered && <GuestForm />}
      <AccountForms {...forms} isSecond={isGuestOffered} onLeave={onLeave} />
      {without && (
        <div className={styles.without}>
          <Button
            isWide
            onClick={() => {
              reset();
              without.onChoose();
            }}
          >
            {without.text}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
