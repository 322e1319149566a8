import { PresentState } from '../../components/present-state.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';
import type { OrderStatus } from './orders-api.ts';

const TONES: Record<OrderStatus, Tone> = {
  created: 'neutral',
  pending: 'info',
  paid: 'success',
  failed: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  review: 'warning',
  refunding: 'info',
  'refund-failed': 'danger',
  'partly-refunded': 'brand',
  refunded: 'neutral',
};

export function OrderStatusLabel({ status }: { status: OrderStatus }) {
  const t = useTexts('orders');
  return <StatusLabel tone={TONES[status]}>{t(`status-${status}`)}</StatusLabel>;
}

/** The present state of the order after the change of a colleague. */
export function ChangedOrder({ current }: { current: unknown }) {
  const t = useTexts('orders');
  const { status, changedBy, changedAt } = (current ?? {}) as {
    status?: OrderStatus;
    changedBy?: string;
    changedAt?: string;
  };
  return (
    <>
      <PresentState status={status && t(`status-${status}`)} by={changedBy} at={changedAt} />
      <p>{t('changed')}</p>
    </>
  );
}
