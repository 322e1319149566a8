import type { TopUp } from '@oyna/api-client/models';
import { BASE_CURRENCY } from '@oyna/domain/constants';
import { type DateRange, nextSort, validateDateRange } from '@oyna/domain/list-filters';
import { convertFromCents, parseRate } from '@oyna/domain/money';
import { formatMoney, formatTopUpAmount } from '@oyna/domain/money-format';
import { Badge } from '@oyna/ui/badge';
import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Link } from '@oyna/ui/link';
import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { WalletCards } from 'lucide-react';
import { useState } from 'react';
import { ListControls } from '~/components/list-controls.tsx';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import styles from './top-up-history.module.css';
import { arrange, NEWEST_FIRST } from './top-up-list.ts';
import { toneOf } from './top-up-stage.ts';
import { useTopUps } from './use-top-ups.ts';

/** The five columns of spec §2: a table, and cards where it is narrow. */
export function TopUpHistory() {
  const { t } = useTranslation('top-up');
  const { topUps, failure, reload } = useTopUps();
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [range, setRange] = useState<DateRange>({});
  if (!topUps && failure) return <ErrorState title={t('history-failed')} onRetry={reload} {...failedCall(failure)} />;
  if (!topUps) return <HistorySkeleton />;
  if (topUps.length === 0) {
    return (
      <EmptyState
        icon={<WalletCards size={32} />}
        text={t('history-empty')}
        action={
          <ButtonLink to="/steam" variant="primary">
            {t('to-steam')}
          </ButtonLink>
        }
      />
    );
  }
  const shown = arrange(topUps, sort, range);
  const isFiltered = Boolean(range.from || range.to) && validateDateRange(range) === undefined;
  return (
    <div className={styles.history}>
      <ListControls
        t={t}
        sort={sort}
        onSort={(field) => setSort(nextSort(sort, field))}
        range={range}
        onRange={setRange}
      />
      <p role="status" className={styles.count}>
        {isFiltered && t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<WalletCards size={32} />}
          text={t('nothing-in-range')}
          action={<Button onClick={() => setRange({})}>{t('reset-range')}</Button>}
        />
      ) : (
        <TopUpTable topUps={shown} />
      )}
    </div>
  );
}

const COLUMNS = ['id', 'date', 'status', 'amount', 'account'] as const;

/** Where it is narrow each row is a card; the roles keep it a table for screen readers, whatever the styles make of it. */
function TopUpTable({ topUps }: { topUps: readonly TopUp[] }) {
  const { t } = useTranslation('top-up');
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: display: grid takes a table's own roles away
    <table role="table" className={styles.table} aria-label={t('topup-history')}>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {t(`column-${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {topUps.map((topUp) => (
          <Row key={topUp.id} topUp={topUp} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: display: grid takes a table's own roles away
  );
}

function Row({ topUp }: { topUp: TopUp }) {
  const { t, language } = useTranslation('top-up');
  const dateText = useDateText();
  const { id, number, createdDate, stage, statusId, name, account, accountName, charged, paidAt } = topUp;
  const amount = useAmountText(topUp.price);
  const sum = formatMoney(charged.amount, charged.currency, language) ?? '';
  // Without a payment there is nothing to show.
  const money = paidAt ? t('charged-sum', { sum }) : stage === 'accepted' && t('sum-to-pay', { sum });
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as the table's
    <tr role="row" data-stage={stage} data-status-id={statusId}>
      <td role="cell" className={styles.id} data-label={t('column-id')}>
        <Link to={`/top-up/${id}`}>{number}</Link>
      </td>
      <td role="cell" data-label={t('column-date')}>
        <time dateTime={createdDate}>{dateText(createdDate)}</time>
      </td>
      <td role="cell" data-label={t('column-status')}>
        <Badge tone={toneOf(stage)}>{t(`stage-${stage}`)}</Badge>
      </td>
      <td role="cell" className={styles.amount} data-label={t('column-amount')}>
        <span>
          {amount}
          {money && <small>{money}</small>}
        </span>
      </td>
      <td role="cell" className={styles.account} data-label={t('column-account')}>
        <span>
          {account}
          <small>{[name, accountName].filter(Boolean).join(' · ')}</small>
        </span>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as the table's
  );
}

/** Stored price times the active rate, two decimals, then the currency's name (spec §2). */
function useAmountText(price: number): string | undefined {
  const { language } = useTranslation('top-up');
  const { active } = useCurrency();
  const rate = active && parseRate(active.amount);
  if (!active || rate === undefined) return formatTopUpAmount(price, BASE_CURRENCY, language);
  return formatTopUpAmount(convertFromCents(price, rate, active.name, 'top-up'), active.name, language);
}

/** Placeholders for the controls and, below them, for the cards or the rows of the table. */
function HistorySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.history} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles.controls}>
        <Skeleton shape="control" />
        <Skeleton shape="control" />
      </div>
      <div className={styles.cards}>
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className={styles.card}>
            <Skeleton shape="title" />
            <Skeleton shape="line" />
            <Skeleton shape="line" />
            <Skeleton shape="line" />
            <Skeleton shape="short" />
          </div>
        ))}
      </div>
    </div>
  );
}
