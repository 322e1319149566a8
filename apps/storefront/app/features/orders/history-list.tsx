import type { Basket } from '@oyna/api-client/models';
import { orderedName } from '@oyna/domain/edition-name';
import { formatMoney } from '@oyna/domain/money-format';
import { Badge } from '@oyna/ui/badge';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Link } from '@oyna/ui/link';
import { Skeleton } from '@oyna/ui/skeleton';
import { TextLink } from '@oyna/ui/text-link';
import { ShoppingBag } from 'lucide-react';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { tieDash } from '~/lib/tie-dash.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import styles from './history-list.module.css';
import { KeyCard } from './key-card.tsx';
import { toneOf } from './order-status.ts';
import { dateOf, paidBaskets } from './paid-baskets.ts';

/** Paid baskets, newest first (spec §2, §4). */
export function HistoryList() {
  const { t } = useTranslation('orders');
  const { data, failure, reload } = useMemberData((api) => api.GET('/api/v1/user/baskets'));
  if (!data && failure) {
    return <ErrorState title={t('history-failed')} onRetry={reload} {...failedCall(failure)} />;
  }
  if (!data) return <HistorySkeleton />;
  const paid = paidBaskets(data);
  if (paid.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBag size={32} />}
        text={t('history-empty')}
        action={
          <ButtonLink to="/catalog" variant="primary">
            {t('to-catalog')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ul className={styles.list}>
      {paid.map((basket) => (
        <li key={basket.id}>
          <HistoryCard basket={basket} />
        </li>
      ))}
    </ul>
  );
}

function HistoryCard({ basket }: { basket: Basket }) {
  const { t, language } = useTranslation('orders');
  const dateText = useDateText();
  const { payment } = basket;
  const date = dateOf(basket);
  // A payment has one open refund at a time, and the one for missing keys comes first: any refunded sum includes it.
  const refunded = payment?.refundedAmount ?? 0;
  const isRefunded = payment !== null && refunded >= payment.amount;
  const namedItems = basket.basketItems.map((item) => ({ ...item, name: orderedName(item.name, language) }));
  const sumOf = (amount: number) => payment && formatMoney(amount, payment.currency, language);
  return (
    <article className={styles.card} aria-label={`${t('order')}, ${dateText(date)}`}>
      <div className={styles.head}>
        <h2>
          <time dateTime={date}>{dateText(date)}</time>
          {payment && <span className={styles.number}>{payment.number}</span>}
        </h2>
        {!isRefunded && <Badge tone={toneOf('paid')}>{t('status-paid')}</Badge>}
        {payment && refunded > 0 && (
          <Badge tone="info">
            {t('order-refunded')}: {sumOf(refunded)}
          </Badge>
        )}
        {/* What was charged never changes; a basket of which that is not known is shown at its prices. */}
        {payment ? <p className={styles.sum}>{sumOf(payment.amount)}</p> : <Price cents={basket.total} />}
      </div>
      <ul className={styles.items}>
        {namedItems.map((item) => (
          <li key={item.productId}>
            <Picture address={item.images.poster} variant="poster" sizes="48px" alt="" colour={item.color} />
            <div className={styles.item}>
              <h3>
                <Link to={`/catalog/${item.gameId}`}>{tieDash(item.name)}</Link>
              </h3>
              <p className={styles.count}>{t('pieces', { count: item.count })}</p>
            </div>
            <div className={styles.keys}>
              {item.orders.map(({ id, claim, claimAnswer, isRevoked }, index, all) => (
                <KeyCard
                  key={id}
                  id={id}
                  name={item.name}
                  number={all.length > 1 ? index + 1 : undefined}
                  claim={claim}
                  claimAnswer={claimAnswer}
                  isRevoked={isRevoked}
                />
              ))}
              {item.returnedCount > 0 && (
                <p className={styles.missing}>{t('key-returned', { count: item.returnedCount })}</p>
              )}
              {missingOf(item) > 0 && (
                <p className={styles.missing}>
                  {t(refunded > 0 ? 'not-delivered-refunded' : 'not-delivered', { count: missingOf(item) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {payment && (
        <TextLink to={`/payment/result?order=${payment.orderId}`} isAlone>
          {t('details')}
        </TextLink>
      )}
    </article>
  );
}

/** Neither delivered nor returned to stock. */
const missingOf = ({ count, orders, returnedCount }: Basket['basketItems'][number]) =>
  count - orders.length - returnedCount;

function HistorySkeleton() {
  const { t } = useTranslation();
  return (
    <ul className={styles.list} aria-busy="true" aria-label={t('loading')}>
      {[1, 2, 3].map((card) => (
        <li key={card} className={styles.card}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="control" />
        </li>
      ))}
    </ul>
  );
}
