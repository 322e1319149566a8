import { RadioChips } from '@oyna/ui/radio-chips';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
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
  // What the operator decides about: a later message of the provider is refused and shown, not taken over.
  const [version] = useState(order.version);
  const { orderId } = order;
  const settle = useAction({
    run: (reason: string) =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/review', {
          params: { path: { orderId } },
          body: { verdict, version, reason },
        }),
      ),
    changes: [['orders'], ['today']],
    done: () => t('settled'),
    onDone: onClose,
    onWaiting: onClose,
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
      onConfirm={(fields) => settle.mutate(textOf(fields, 'reason'))}
    >
      {order.detail && <p>{order.detail}</p>}
      <RadioChips
        label={t('verdict')}
        value={verdict}
        onChange={setVerdict}
        chips={[
          { value: 'accept', label: t('accept') },
          { value: 'reject', label: t('reject') },
        ]}
      />
      <p>{verdict === 'accept' ? t('accept-text') : t('reject-text')}</p>
      <TextField label={t('reason')} name="reason" required maxLength={500} autoComplete="off" />
    </ConfirmDialog>
  );
}
