import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { PresentState } from '../../components/present-state.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type Claim = ConsoleSchemas['Claim'];
export type ClaimDetails = ConsoleSchemas['ClaimDetails'];

const TONES: Record<Claim['status'], Tone> = {
  open: 'warning',
  replaced: 'success',
  refunded: 'info',
  refused: 'neutral',
};

/** An open claim that is older than the promise is red. */
export function ClaimStatus({ claim }: { claim: Pick<Claim, 'status' | 'isOverdue' | 'isAutomatic'> }) {
  const t = useTexts('claims');
  if (claim.isOverdue) return <StatusLabel tone="danger">{t('overdue')}</StatusLabel>;
  const text = claim.isAutomatic ? t('status-automatic') : t(`status-${claim.status}`);
  return <StatusLabel tone={TONES[claim.status]}>{text}</StatusLabel>;
}

/** What a colleague has decided meanwhile. */
export function ChangedClaim({ current }: { current: unknown }) {
  const t = useTexts('claims');
  const { status, resolvedBy, resolvedAt, answer } = (current ?? {}) as Partial<Claim>;
  return <PresentState status={status && t(`status-${status}`)} by={resolvedBy} at={resolvedAt} text={answer} />;
}
