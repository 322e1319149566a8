import type { Receipt } from '@oyna/api-client/models';
import { orderedName } from '@oyna/domain/edition-name';
import { formatMoney } from '@oyna/domain/money-format';
import { Button, ButtonLink } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import styles from './order-receipt.module.css';

/** The receipt of a paid order: one column that fits on A4 and on paper of 80 mm. */
export function OrderReceipt({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orders');
  const path = { orderId };
  const { data, failure, reload } = useMemberData((api) =>
    api.GET('/api/v1/user/orders/{orderId}/receipt', { params: { path } }),
  );
  if (!data && failure) return <ErrorState title={t('receipt-failed')} onRetry={reload} {...failedCall(failure)} />;
  if (!data) return <Skeleton shape="title" />;
  return (
    <div className={styles.page} data-without-menu="">
      <ReceiptPaper receipt={data} />
      <div className={styles.actions} data-screen-only="">
        <Button variant="primary" icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          {t('receipt-print')}
        </Button>
        <ButtonLink to={`/payment/result?order=${orderId}`}>{t('receipt-back')}</ButtonLink>
      </div>
    </div>
  );
}

function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { t, language } = useTranslation('orders');
  const dateText = useDateText();
  const { seller, discount, vat, rate, currency, refunds } = receipt;
  const unitsPerDollar = language === 'en' ? rate.unitsPerDollar : rate.unitsPerDollar.replace('.', ',');
  const money = (amount: number) => formatMoney(amount, currency, language);
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <h1>{t('receipt')}</h1>
        <p className={styles.number}>{receipt.number}</p>
        <p>{dateText(receipt.paidAt)}</p>
      </header>
      <table className={styles.items}>
        <thead>
          <tr>
            <th>{t('receipt-item')}</th>
            <th>{t('order-sum')}</th>
          </tr>
        </thead>
        <tbody>
          {receipt.items.map(({ name, count, amount }) => (
            <tr key={name}>
              <td>
                {orderedName(name, language)} × {count}
              </td>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {discount && <Row term={t('receipt-discount', { code: discount.code })} value={`−${money(discount.amount)}`} />}
        <Row term={t('receipt-fee')} value={receipt.fee === 0 ? t('receipt-no-fee') : money(receipt.fee)} />
        <Row term={t('receipt-total')} value={<strong>{money(receipt.amount)}</strong>} />
        {vat && <Row term={t('receipt-vat', { percent: vat.percent })} value={money(vat.amount)} />}
        {refunds.map(({ amount, doneAt }) => (
          <Row key={doneAt} term={t('receipt-refund', { date: dateText(doneAt) })} value={`−${money(amount)}`} />
        ))}
        <Row term={t('order-method')} value={receipt.providerLabel} />
        {currency !== 'USD' && (
          <Row term={t('receipt-rate')} value={`1 USD = ${unitsPerDollar} ${currency}, ${dateText(rate.at)}`} />
        )}
      </dl>
      <footer className={styles.seller}>
        <p>
          {t('receipt-seller')}: {seller.details ?? seller.name}
        </p>
        {seller.taxId && (
          <p>
            {t('receipt-tax-id')}: {seller.taxId}
          </p>
        )}
        <p>{seller.email}</p>
      </footer>
    </article>
  );
}

function Row({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
