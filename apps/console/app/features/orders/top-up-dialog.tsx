import { RadioChips } from '@oyna/ui/radio-chips';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedOrder } from './order-status.tsx';
import type { Order } from './orders-api.ts';

/** Why it is not for an operator to decide. */
const REFUSALS = ['not-open', 'in-progress', 'not-executed', 'second-person'] as const;

/** Settles a top-up that does not end by itself, after a look into the panel of the supplier. */
export function TopUpDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const t = useTexts('orders');
  const [outcome, setOutcome] = useState<'delivered' | 'failed'>('delivered');
  // What the operator decides about: a change by a colleague is refused and shown, not taken over.
  const [version] = useState(order.version);
  const { orderId, topUp } = order;
  const settle = useAction({
    run: (reason: string) =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/top-up', {
          params: { path: { orderId } },
          body: { outcome, version, reason },
        }),
      ),
    changes: [['orders'], ['today']],
    done: () => t('settled'),
    onDone: onClose,
    isFaultShown: true,
  });
  const { refusal } = (settle.error?.current ?? {}) as { refusal?: string };
  const known = REFUSALS.find((word) => word === refusal);
  return (
    <ConfirmDialog
      title={t('settle-top-up')}
      isOpen
      onClose={onClose}
      confirm={outcome === 'delivered' ? t('top-up-delivered') : t('top-up-failed')}
      isDangerous={outcome === 'failed'}
      isBusy={settle.isPending}
      error={known ? null : settle.error}
      changed={(current) => <ChangedOrder current={current} />}
      onConfirm={(fields) => settle.mutate(String(fields.get('reason')))}
    >
      {topUp && (
        <p>
          {topUp.supplier} {topUp.supplierId ?? topUp.code}
          {topUp.detail && `: ${topUp.detail}`}
        </p>
      )}
      <RadioChips
        label={t('top-up-verdict')}
        value={outcome}
        onChange={(value) => {
          settle.reset();
          setOutcome(value);
        }}
        chips={[
          { value: 'delivered', label: t('top-up-delivered') },
          { value: 'failed', label: t('top-up-failed') },
        ]}
      />
      <p>{outcome === 'delivered' ? t('top-up-delivered-text') : t('top-up-failed-text')}</p>
      <TextField label={t('reason')} name="reason" required maxLength={500} />
      {known && <p role="alert">{t(`top-up-refusal-${known}`)}</p>}
    </ConfirmDialog>
  );
}
