import type { Language } from '@oyna/domain/constants';
import { amountToText } from '@oyna/domain/money';
import { Link } from 'react-router';
import { Moment } from '../../components/moment.tsx';
import { Money } from '../../components/money.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useRateText } from '../../lib/number-text.ts';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useRateSource } from '../../lib/rate-source.ts';
import { useMay } from '../../lib/session.tsx';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import styles from './order.module.css';
import type { Order } from './orders-api.ts';
import { useAlertText } from './use-alert-text.ts';

/** Money, buyer, alerts and the other orders of the buyer. */
export function OrderAside({ order }: { order: Order }) {
  const t = useTexts('orders');
  const may = useMay();
  const alertText = useAlertText();
  const rateSource = useRateSource();
  const rateText = useRateText();
  const { buyer, currency } = order;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const { earned } = order;
  const earnedFacts = [
    { name: t('fees'), value: earned && money(earned.fees) },
    { name: t('cost'), value: earned && money(earned.cost) },
    { name: t('margin'), value: earned ? money(earned.margin) : t('not-booked') },
  ];
  const alerts = order.alerts.filter(({ isOpen }) => isOpen);
  return (
    <>
      {alerts.length > 0 && (
        <Section title={t('alerts')}>
          <ul className={styles.keys}>
            {alerts.map(({ kind, detail }) => (
              <li key={kind + detail}>
                <StatusLabel tone="warning">{alertText(kind)}</StatusLabel> {detail}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('money')}>
        <Facts
          facts={[
            { name: t('amount'), value: money(order.amount) },
            { name: t('refunded'), value: Number(order.refunded) > 0 ? money(order.refunded) : undefined },
            { name: t('refundable'), value: order.paidAt && money(order.refundable) },
            { name: t('price-usd'), value: <Money amount={amountToText(order.baseCents)} currency="USD" /> },
            { name: t('rate'), value: `${rateText(order.rate)} · ${rateSource(order.rateSource)}` },
            ...(may('finance:read') && order.paidAt ? earnedFacts : []),
            { name: t('promo'), value: order.promoCode },
            { name: t('activation-country'), value: order.activationCountry },
            { name: t('activation-accepted'), value: order.activationAccepted.join(', ') },
            { name: t('provider'), value: providerLabel(order.provider) },
            { name: t('provider-id'), value: order.providerPaymentId },
            { name: t('can-refund'), value: order.capability && t(`capability-${order.capability}`) },
            { name: t('order-id'), value: order.orderId },
          ]}
        />
      </Section>
      <Section title={t('buyer')}>
        <Facts
          facts={[
            {
              name: t('login'),
              value:
                buyer.accountId !== null && may('customers:read') ? (
                  <Link to={`/customers/${buyer.accountId}`}>{buyer.login}</Link>
                ) : (
                  buyer.login
                ),
            },
            { name: t('email'), value: buyer.email },
            { name: t('phone'), value: buyer.phone },
            { name: t('language'), value: LANGUAGE_NAMES[buyer.language as Language] },
            {
              name: t('status'),
              value: buyer.isBlocked ? (
                <StatusLabel tone="danger">{t('blocked')}</StatusLabel>
              ) : (
                buyer.isGuest && <StatusLabel>{t('guest')}</StatusLabel>
              ),
            },
          ]}
        />
      </Section>
      {order.otherOrders.length > 0 && (
        <Section title={t('other-orders')}>
          <ul className={styles.others}>
            {order.otherOrders.map((other) => (
              <li key={other.orderId}>
                <Link to={`/orders/${other.orderId}`}>
                  <span>{other.number}</span>
                  <Moment at={other.createdAt} />
                  <Money amount={other.amount} currency={other.currency} />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
