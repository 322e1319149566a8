import { RadioChips } from '@oyna/ui/radio-chips';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedOrder } from './order-status.tsx';
import type { Order } from './orders-api.ts';

/** Decides a payment under review after a look into the panel of the provider. */
export function ReviewDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const t = useTexts('orders');
  const [verdict, setVerdict] = useState<'accept' | 'reject'>('accept');
  const { orderId } = order;
  const settle = useAction({
    run: () =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/review', { params: { path: { orderId } }, body: { verdict } }),
      ),
    changes: [['orders']],
    done: () => t('settled'),
    onDone: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t('settle')}
      isOpen
      onClose={onClose}
      confirm={verdict === 'accept' ? t('accept') : t('reject')}
      isDangerous={verdict === 'reject'}
      isBusy={settle.isPending}
      error={settle.error}
      changed={(current) => <ChangedOrder current={current} />}
      onConfirm={() => settle.mutate(undefined)}
    >
      {order.detail && <p>{order.detail}</p>}
      <RadioChips
        label={t('verdict')}
        value={verdict}
        onChange={(value) => setVerdict(value as 'accept' | 'reject')}
        chips={[
          { value: 'accept', label: t('accept') },
          { value: 'reject', label: t('reject') },
        ]}
      />
      <p>{verdict === 'accept' ? t('accept-text') : t('reject-text')}</p>
    </ConfirmDialog>
  );
}
