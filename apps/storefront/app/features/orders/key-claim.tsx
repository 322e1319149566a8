import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import { Dialog } from '@oyna/ui/dialog';
import { Spinner } from '@oyna/ui/spinner';
import { Suspense, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import styles from './key-claim.module.css';
import type { ClaimReport, ClaimResult } from './key-claim-form.tsx';

// Loaded when a customer opens it: most keys work.
const ClaimForm = lazyPart(async () => (await import('./key-claim-form.tsx')).ClaimForm);

interface KeyClaimProps {
  name: string;
  /** What happens with the report. */
  text: string;
  send(report: ClaimReport): Promise<ClaimResult>;
  /** The result of the claim; null without a claim. */
  status: ClaimResult['status'] | null;
  /** What the operator wrote. */
  answer: string | null;
  onClaimed(result: ClaimResult): void;
}

/** "The key does not work." A second claim about the same key returns the first one. */
export function KeyClaim({ name, text, send, status, answer, onClaimed }: KeyClaimProps) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  if (status !== null) {
    return (
      <div role="status" className={styles.status}>
        <p>{t(`claim-${status}`, { hours: CLAIM_ANSWER_HOURS })}</p>
        {answer !== null && (
          <p className={styles.answer}>
            {t('claim-answer')}: {answer}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={styles.claim}>
      <button type="button" className={styles.question} onClick={() => setOpen(true)}>
        {t('does-not-work')}
      </button>
      <Dialog title={t('does-not-work')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Spinner />}>
          <ClaimForm
            name={name}
            text={text}
            send={send}
            onClaimed={(result) => {
              setOpen(false);
              onClaimed(result);
            }}
          />
        </Suspense>
      </Dialog>
    </div>
  );
}
