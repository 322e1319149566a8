import { Link } from 'react-router';
import { MaskedKey } from '../../components/masked-key.tsx';
import { Money, useMoneyText } from '../../components/money.tsx';
import { Facts } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './order.module.css';
import type { Order } from './orders-api.ts';

type Item = Order['items'][number];
type Key = Item['keys'][number];

/** What was bought. Keys are masked and named by their number. */
export function OrderItems({ order }: { order: Order }) {
  const { items, topUp, currency } = order;
  return topUp ? (
    <TopUp topUp={topUp} />
  ) : (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.number} className={styles.item}>
          <p className={styles.itemHead}>
            <span className={styles.itemName}>
              {item.name} × {item.count}
            </span>
            <Refunded item={item} />
            <Money amount={item.amount} currency={currency} />
          </p>
          <ul className={styles.keys}>
            {item.keys.map((key) => (
              <li key={key.id}>
                <MaskedKey mask={`•••••-•••••-••••• №${key.id}`} /> <KeyState deliveredKey={key} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Refunded({ item: { refundedCount } }: { item: Item }) {
  const t = useTexts('orders');
  return refundedCount > 0 && <StatusLabel tone="brand">{t('refunded-pieces', { count: refundedCount })}</StatusLabel>;
}

function KeyState({ deliveredKey: { id, status, isOpened, gift, claim, replacesKeyId } }: { deliveredKey: Key }) {
  const t = useTexts('orders');
  const may = useMay();
  const claimLabel = claim && (
    <StatusLabel tone={claim === 'open' ? 'warning' : 'neutral'}>
      {claim === 'open' ? t('claim-open') : t('claim-answered')}
    </StatusLabel>
  );
  return (
    <>
      {status === 'revoked' ? (
        <StatusLabel tone="danger">{t('key-revoked')}</StatusLabel>
      ) : (
        <StatusLabel tone={isOpened ? 'info' : 'neutral'}>{isOpened ? t('key-opened') : t('key-unopened')}</StatusLabel>
      )}{' '}
      {gift && <StatusLabel tone={gift === 'opened' ? 'info' : 'brand'}>{t(`gift-${gift}`)}</StatusLabel>}{' '}
      {claimLabel && may('claims:read') ? (
        // A key is replaced there.
        <Link
          to={`/claims/${id}`}
          aria-label={`${t('open-claim', { key: id })}: ${t(claim === 'open' ? 'claim-open' : 'claim-answered')}`}
        >
          {claimLabel}
        </Link>
      ) : (
        claimLabel
      )}{' '}
      {replacesKeyId !== null && <StatusLabel>{t('replaces', { key: replacesKeyId })}</StatusLabel>}
    </>
  );
}

function TopUp({ topUp }: { topUp: NonNullable<Order['topUp']> }) {
  const t = useTexts('orders');
  const moneyText = useMoneyText();
  return (
    <Facts
      facts={[
        {
          name: t('kind-top-up'),
          // In whole units of the currency.
          value: topUp.currency ? `${topUp.name}: ${moneyText(String(topUp.amount), topUp.currency)}` : topUp.name,
        },
        { name: t('account'), value: topUp.accountName ? `${topUp.account} (${topUp.accountName})` : topUp.account },
        { name: t('supplier'), value: topUp.supplier },
        { name: t('supplier-code'), value: topUp.supplierId ?? topUp.code },
        { name: t('detail'), value: topUp.detail },
        // Until then, the action is not offered.
        {
          name: t('settle-top-up'),
          value: topUp.needsPerson && !topUp.maySettle ? t('top-up-refusal-not-open') : undefined,
        },
      ]}
    />
  );
}
