import type { CallFault } from '@oyna/api-client/call-fault';
import type { User } from '@oyna/api-client/models';
import { Dialog } from '@oyna/ui/dialog';
import { useToast } from '@oyna/ui/toast';
import { useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { CodeForm } from './code-form.tsx';
import { type ContactKind, useContactCalls, useProofCalls } from './contact-calls.ts';
import { ContactForm } from './contact-form.tsx';
import { profileErrorText } from './profile-texts.ts';
import { ProofForm } from './proof-form.tsx';

interface ContactDialogProps {
  kind: ContactKind;
  user: User;
  /** To be confirmed rather than changed. */
  isConfirming: boolean;
  onClose(): void;
}

type Step =
  | { name: 'form'; initial: string }
  | { name: 'proof'; target: string }
  | { name: 'code'; target: string; password?: string | undefined; isOlder?: boolean };

/** First the new address, then the code that was sent there. An account without a password proves its present one before. */
export function ContactDialog({ kind, user, isConfirming, onClose }: ContactDialogProps) {
  const { t } = useTranslation('profile');
  const calls = useContactCalls(kind);
  const proof = useProofCalls();
  const showToast = useToast();
  const isSet = (kind === 'email' ? user.email : user.phoneNumber) !== null;
  const [step, setStep] = useState<Step>({ name: 'form', initial: isConfirming ? (user.email ?? '') : '' });

  const send = async (target: string, password?: string): Promise<CallFault | undefined> => {
    const found = await calls.request(target, password);
    if (!found) setStep({ name: 'code', target, password });
    if (found?.error !== 'proof-needed') return found;
    const unsent = await proof.request();
    if (!unsent) setStep({ name: 'proof', target });
    return unsent;
  };
  const requestAgain = async (target: string) => {
    const found = await send(target);
    if (!found) return;
    showToast(profileErrorText(t, found.error) ?? '', 'danger');
    setStep({ name: 'form', initial: target });
  };

  return (
    <Dialog
      title={isConfirming ? t('confirm-email') : t(isSet ? `change-${kind}` : `add-${kind}`)}
      isOpen
      onClose={onClose}
      startsInField
    >
      {step.name === 'form' && (
        <ContactForm
          kind={kind}
          initial={step.initial}
          isChanging={isSet && !isConfirming}
          asksPassword={user.hasPassword}
          onSend={send}
          // The welcome mail of an account has a code, too.
          onHasCode={
            isConfirming ? () => setStep({ name: 'code', target: user.email ?? '', isOlder: true }) : undefined
          }
        />
      )}
      {step.name === 'proof' && (
        <ProofForm
          email={user.email ?? ''}
          onBack={() => setStep({ name: 'form', initial: step.target })}
          onProven={() => void requestAgain(step.target)}
        />
      )}
      {step.name === 'code' && (
        <CodeForm
          text={t('code-text', { target: step.target })}
          doneText={t('contact-changed')}
          backText={t(step.isOlder ? 'new-code' : 'another-address')}
          onConfirm={calls.confirm}
          onResend={step.isOlder ? undefined : () => calls.request(step.target, step.password)}
          onBack={() => setStep({ name: 'form', initial: isConfirming ? (user.email ?? '') : '' })}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
