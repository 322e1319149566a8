import type { Order } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Badge } from '@oyna/ui/badge';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Facts, Outcome, OutcomePage } from '@oyna/ui/outcome';
import { Spinner } from '@oyna/ui/spinner';
import { CircleCheck, CircleX, Hourglass, SearchX, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { basketPath } from '~/lib/buy-now.ts';
import { failedCall, isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import { GuestLink } from './guest-link.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './order-result.module.css';
import { type OrderState, refundingText, refundOf, toneOf } from './order-status.ts';
import { OrderTimeline } from './order-timeline.tsx';
import panel from './result-panel.module.css';
import { ResultSkeleton } from './result-skeleton.tsx';
import { useOrder } from './use-order.ts';
import { WaitingActions } from './waiting-actions.tsx';

interface OrderResultProps {
  orderId: string | undefined;
  /** The payment has ended: the cart must be loaded again. */
  onSettled(): void;
}

/** The result of a payment: waiting, paid with its keys, failed or being refunded. */
export function OrderResult({ orderId, onSettled }: OrderResultProps) {
  const { t } = useTranslation('orders');
  const { order, failure, refresh } = useOrder(orderId);
  const state = order?.state;
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (state !== undefined && state !== 'waiting') settle();
  }, [state]);

  if (!order && (orderId === undefined || isMissing(failure))) {
    return (
      <EmptyState
        icon={<SearchX size={32} />}
        text={`${t('not-found')}. ${t('not-found-text')}`}
        action={
          <ButtonLink to="/history" variant="primary">
            {t('to-history')}
          </ButtonLink>
        }
      />
    );
  }
  if (!order && failure !== undefined) {
    return <ErrorState title={t('failed-to-load')} onRetry={refresh} {...failedCall(failure)} />;
  }
  if (!order) return <ResultSkeleton />;
  const keys = order.items.flatMap((item) => item.keys);
  const hasKeys = keys.length > 0;
  return (
    <OutcomePage>
      <OrderOutcome order={order} hasKeys={hasKeys} />
      {/* The key is on the first screen of a phone, and the facts are below it. */}
      {hasKeys && <OrderItems items={order.items} onChanged={refresh} />}
      {order.state === 'paid' && keys.some(({ gift }) => !gift) && <p className={styles.hint}>{t('text-paid')}</p>}
      {order.paidAt && <GuestLink orderId={order.orderId} />}
      {order.state === 'waiting' && <WaitingActions order={order} onCancelled={refresh} />}
      {order.state === 'failed' && (
        <div className={styles.actions} data-screen-only="">
          <FailedActions order={order} />
        </div>
      )}
      <OrderTimeline order={order} />
      <OrderFacts order={order} />
      {!hasKeys && <OrderItems items={order.items} onChanged={refresh} />}
      {order.state !== 'waiting' && order.state !== 'failed' && (
        <div className={styles.actions} data-screen-only="">
          <ButtonLink to={`/payment/receipt?order=${order.orderId}`}>{t('receipt')}</ButtonLink>
          <ButtonLink to="/history">{t('to-history')}</ButtonLink>
          <ButtonLink to="/catalog">{t('to-catalog')}</ButtonLink>
          <ButtonLink to="/support#contact-point" variant="quiet">
            {t('contact-support')}
          </ButtonLink>
        </div>
      )}
    </OutcomePage>
  );
}

function FailedActions({ order: { isDirect, basketId, items } }: { order: Order }) {
  const { t } = useTranslation('orders');
  if (isDirect) {
    return (
      <>
        <ButtonLink to={basketPath(basketId)} variant="primary" size="large">
          {t('pay-again')}
        </ButtonLink>
        <ButtonLink to={`/catalog/${items[0]?.gameId}`} size="large">
          {t('to-game')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/cart" variant="primary" size="large">
        {t('to-cart')}
      </ButtonLink>
      <ButtonLink to="/payment" size="large">
        {t('pay-again')}
      </ButtonLink>
    </>
  );
}

const ICONS = {
  waiting: Hourglass,
  paid: CircleCheck,
  failed: CircleX,
  refunding: Undo2,
  'partly-refunded': Undo2,
  refunded: Undo2,
} as const satisfies Record<OrderState, unknown>;

function OrderOutcome({ order, hasKeys }: { order: Order; hasKeys: boolean }) {
  const { t, language } = useTranslation('orders');
  const { state, currency } = order;
  const Icon = ICONS[state];
  const sum = formatMoney(refundOf(order), currency, language) ?? '';
  return (
    <Outcome
      state={state}
      tone={toneOf(state)}
      icon={state === 'waiting' ? <Spinner isLarge /> : <Icon size={32} />}
      title={t(`title-${state}`)}
      text={outcomeText()}
      className={panel.panel}
    />
  );

  function outcomeText(): string | undefined {
    if (state === 'paid' && hasKeys) return undefined;
    if (state === 'failed' && order.isDirect) return t('text-failed-direct');
    return t(state === 'refunding' ? refundingText(order) : `text-${state}`, { sum });
  }
}

function OrderFacts({ order }: { order: Order }) {
  const { t, language } = useTranslation('orders');
  const dateText = useDateText();
  const date = order.paidAt ?? order.createdAt;
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  return (
    <Facts
      facts={[
        { term: t('order-number'), value: order.number, isMono: true },
        { term: t('order-status'), value: <Badge tone={toneOf(order.state)}>{t(`status-${order.state}`)}</Badge> },
        { term: t('order-sum'), value: money(order.amount) },
        { term: t('order-method'), value: order.providerLabel },
        { term: t('order-date'), value: <time dateTime={date}>{dateText(date)}</time> },
        ...(order.refundedAmount > 0 ? [{ term: t('order-refunded'), value: money(order.refundedAmount) }] : []),
      ]}
    />
  );
}
