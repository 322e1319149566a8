import { LinkedText } from '@oyna/ui/linked-text';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { CodeForm } from './code-form.tsx';
import { useProofCalls } from './contact-calls.ts';

interface ProofFormProps {
  /** The present address of the account. */
  email: string;
  onBack(): void;
  onProven(): void;
}

const SUPPORT = ['/support'];

/** Before an important change of an account without a password: the code that was sent to its present address. */
export function ProofForm({ email, onBack, onProven }: ProofFormProps) {
  const { t } = useTranslation('profile');
  const proof = useProofCalls();
  return (
    <CodeForm
      text={<LinkedText text={t('proof-text', { target: email })} to={SUPPORT} />}
      backText={t('proof-back')}
      onConfirm={proof.confirm}
      onResend={proof.request}
      onBack={onBack}
      onDone={onProven}
    />
  );
}
