import type { User } from '@oyna/api-client/models';
import { useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Dialog } from '~/ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { type ContactKind, useContactCalls } from './contact-calls.ts';
import { ContactForm } from './contact-form.tsx';

interface ContactDialogProps {
  kind: ContactKind;
  user: User;
  /** To be confirmed rather than changed. */
  isConfirming: boolean;
  onClose(): void;
}

/** First the new address, then the code that was sent there. */
export function ContactDialog({ kind, user, isConfirming, onClose }: ContactDialogProps) {
  const { t } = useTranslation('profile');
  const calls = useContactCalls(kind);
  const isSet = (kind === 'email' ? user.email : user.phoneNumber) !== null;
  const [sent, setSent] = useState<{ target: string; password?: string | undefined; isOlder?: boolean }>();
  return (
    <Dialog
      title={isConfirming ? t('confirm-email') : t(isSet ? `change-${kind}` : `add-${kind}`)}
      isOpen
      onClose={onClose}
      startsInField
    >
      {sent ? (
        <CodeForm
          target={sent.target}
          onConfirm={calls.confirm}
          onResend={sent.isOlder ? undefined : () => calls.request(sent.target, sent.password)}
          onBack={() => setSent(undefined)}
          onDone={onClose}
        />
      ) : (
        <ContactForm
          kind={kind}
          initial={isConfirming ? (user.email ?? '') : ''}
          isChanging={isSet && !isConfirming}
          asksPassword={user.hasPassword}
          onSend={calls.request}
          onSent={(target, password) => setSent({ target, password })}
          // The first letter that an account gets has a code in it too.
          onHasCode={isConfirming ? () => setSent({ target: user.email ?? '', isOlder: true }) : undefined}
        />
      )}
    </Dialog>
  );
}
