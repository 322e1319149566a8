import { dateText } from '@oyna/domain/date-text';
import { orderedName } from '@oyna/domain/edition-name';
import { ButtonLink } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Link } from '@oyna/ui/link';
import { Skeleton } from '@oyna/ui/skeleton';
import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { tieDash } from '~/lib/tie-dash.ts';
import { type OrderRow, orderRows } from './order-rows.ts';
import styles from './orders.module.css';

interface OrdersProps {
  /** A key that can be shown: another feature's. */
  keyOf(key: { id: number; name: string }): ReactNode;
}

export function Orders({ keyOf }: OrdersProps) {
  const { t } = useTranslation('profile');
  const { data, failure, reload } = useMemberData((api) => api.GET('/api/v1/user/baskets'));
  return (
    <section className={styles.orders} aria-labelledby="orders" aria-busy={!data && !failure}>
      <h2 id="orders">{t('orders')}</h2>
      {data ? (
        <OrderTable rows={orderRows(data)} keyOf={keyOf} />
      ) : failure ? (
        <ErrorState title={t('orders-failed')} onRetry={reload} {...failedCall(failure)} />
      ) : (
        <div className={styles.loading}>
          <Skeleton shape="control" />
          <Skeleton shape="control" />
          <Skeleton shape="control" />
        </div>
      )}
    </section>
  );
}

/** On phones each row is a card; the roles keep it a table for screen readers, whatever the styles make of it. */
function OrderTable({ rows, keyOf }: OrdersProps & { rows: readonly OrderRow[] }) {
  const { t, language } = useTranslation('profile');
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBag size={32} />}
        text={t('orders-empty')}
        action={
          <ButtonLink to="/catalog" variant="primary">
            {t('to-catalog')}
          </ButtonLink>
        }
      />
    );
  }
  const namedRows = rows.map((row) => ({ ...row, productName: orderedName(row.productName, language) }));
  const titles = [t('order-id'), t('product-name'), t('product-key'), t('order-date')];
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: display: grid takes a table's own roles away
    <table role="table" aria-labelledby="orders" className={styles.table}>
      <thead role="rowgroup" className={styles.titles}>
        <tr role="row">
          {titles.map((title) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {namedRows.map(({ id, orderNumber, orderPath, productName, gameId, keyId, date }) => (
          <tr key={id} role="row">
            <td role="cell" data-label={titles[0]} className={cx(styles.number, styles.order)}>
              {orderPath ? <Link to={orderPath}>{orderNumber}</Link> : '—'}
            </td>
            <td role="cell" className={styles.product}>
              <Link to={`/catalog/${gameId}`}>{tieDash(productName)}</Link>
            </td>
            <td role="cell" data-label={titles[2]} className={keyId ? styles.number : styles.pending}>
              {keyId === undefined ? t('key-pending') : keyOf({ id: keyId, name: productName })}
            </td>
            <td role="cell" data-label={titles[3]}>
              <time dateTime={date}>{dateText(date, language, false)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: display: grid takes a table's own roles away
  );
}
