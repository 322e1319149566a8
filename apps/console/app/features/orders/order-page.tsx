import { Button } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, Mail, Scale, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Page, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { OrderAside } from './order-aside.tsx';
import { OrderEvents } from './order-events.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderStatusLabel } from './order-status.tsx';
import { type Order, orderQuery } from './orders-api.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';

/** One order: its history, items, money and buyer, and what an operator can do with it. */
export function OrderPage({ orderId }: { orderId: string }) {
  const t = useTexts('orders');
  const query = useQuery(orderQuery(orderId));
  const order = query.data;
  const back = { to: '/orders', text: t('title') };
  if (!order) {
    return (
      <Page title={t('order')} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={order.number}
      note={<OrderStatusLabel status={order.status} />}
      back={back}
      actions={<Actions order={order} />}
      aside={<OrderAside order={order} />}
    >
      {order.detail && <p>{order.detail}</p>}
      <Section title={t('items')}>
        <OrderItems order={order} />
      </Section>
      <Section title={t('history')}>
        <OrderEvents order={order} />
        <OrderNotes orderId={orderId} />
      </Section>
    </Page>
  );
}

function Actions({ order }: { order: Order }) {
  const t = useTexts('orders');
  const may = useMay();
  const { orderId, status } = order;
  const [dialog, setDialog] = useState<'refund' | 'close-refund' | 'review' | 'top-up'>();
  const canAct = may('orders:refund');
  const canRefund = canAct && (Number(order.refundable) > 0 || status === 'refund-failed') && status !== 'refunding';
  const resendKeys = useRequestKeys();
  const resend = useAction({
    run: () => {
      const params = { path: { orderId }, header: { 'idempotency-key': resendKeys.keyOf(orderId) } };
      return callApi((api) => api.POST('/api/v1/orders/{orderId}/resend', { params }));
    },
    changes: [['orders', 'one', orderId]],
    done: ({ email }) => t('resent', { email }),
    onDone: resendKeys.done,
  });
  useHotkeys({ r: () => canRefund && setDialog('refund') });
  const close = () => setDialog(undefined);
  return (
    <>
      {canAct && status === 'review' && (
        <Button variant="primary" icon={<Scale size={16} />} onClick={() => setDialog('review')}>
          {t('settle')}
        </Button>
      )}
      {canAct && order.topUp?.maySettle && (
        <Button variant="primary" icon={<Scale size={16} />} onClick={() => setDialog('top-up')}>
          {t('settle-top-up')}
        </Button>
      )}
      {canAct && order.paidAt && order.buyer.email && (
        <Button icon={<Mail size={16} />} isBusy={resend.isPending} onClick={() => resend.mutate(undefined)}>
          {t('resend')}
        </Button>
      )}
      {canRefund && (
        <Button icon={<Undo2 size={16} />} onClick={() => setDialog('refund')}>
          {status === 'refund-failed' ? t('retry-refund') : t('refund')}
        </Button>
      )}
      {canRefund && (
        <Button icon={<HandCoins size={16} />} onClick={() => setDialog('close-refund')}>
          {t('close-refund')}
        </Button>
      )}
      {(dialog === 'refund' || dialog === 'close-refund') && (
        <RefundDialog key={dialog} order={order} isByHand={dialog === 'close-refund'} onClose={close} />
      )}
      {dialog === 'review' && <ReviewDialog order={order} onClose={close} />}
      {dialog === 'top-up' && <TopUpDialog order={order} onClose={close} />}
    </>
  );
}
