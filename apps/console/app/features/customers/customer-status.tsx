import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { PresentState } from '../../components/present-state.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type CustomerDetails = ConsoleSchemas['CustomerDetails'];
type Customer = Pick<ConsoleSchemas['Customer'], 'isBlocked' | 'erasedAt' | 'isEmailConfirmed' | 'isGuest'>;

export function CustomerStatus({ customer }: { customer: Customer }) {
  const { isBlocked, erasedAt, isEmailConfirmed, isGuest } = customer;
  const t = useTexts('customers');
  if (erasedAt) return <StatusLabel>{t('erased')}</StatusLabel>;
  if (isBlocked) return <StatusLabel tone="danger">{t('blocked')}</StatusLabel>;
  if (isGuest) return <StatusLabel>{t('guest')}</StatusLabel>;
  return isEmailConfirmed ? (
    <StatusLabel tone="success">{t('confirmed')}</StatusLabel>
  ) : (
    <StatusLabel tone="warning">{t('unconfirmed')}</StatusLabel>
  );
}

/** The present state of the customer after the change of a colleague. */
export function ChangedCustomer({ current }: { current: unknown }) {
  const t = useTexts('customers');
  const { reason, blockedAt, blockedReason } = (current ?? {}) as Record<string, string | null | undefined>;
  const status = reason === 'blocked-already' ? t('blocked') : reason === 'not-blocked' ? t('not-blocked') : undefined;
  return <PresentState status={status} at={blockedAt} text={blockedReason} />;
}
