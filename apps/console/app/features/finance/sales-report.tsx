import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { FilterBar, FilterDate, FilterSelect } from '../../components/filter-bar.tsx';
import { LoadingShape } from '../../components/loading.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { providerChoices } from '../../lib/payment-provider.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useFilters } from '../../lib/use-filters.ts';
import styles from './finance.module.css';
import { SalesChart } from './sales-chart.tsx';
import { SalesTable } from './sales-table.tsx';

type Report = ConsoleSchemas['SalesReport'];

const CURRENCIES = ['KZT', 'RUB', 'USD', 'AZN'];
const NAMES = ['by', 'from', 'to', 'provider', 'currency', 'product'] as const;
const asChoices = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

/** The report of the filters in the address. */
function useSales() {
  const filters = useFilters(NAMES);
  const { by = 'day', product, ...rest } = filters.values;
  const query = { ...rest, by: by as Report['by'], ...(product ? { product: Number(product) } : {}) };
  const report = useQuery({
    queryKey: ['finance', 'sales', query],
    queryFn: () => callApi((api) => api.GET('/api/v1/finance/sales', { params: { query } })),
    placeholderData: (before) => before,
  });
  return { filters, query, ...report };
}

/** The mark by which Excel knows UTF-8. It is not part of the text of an answer. */
const BYTE_ORDER_MARK = '\u{feff}';

/** The whole report as a file. It is asked for like the report, in the name of the operator of the page. */
export function SalesDownload() {
  const t = useTexts('finance');
  const { query, data, isPlaceholderData } = useSales();
  const download = useAction({
    run: (asked: { query: typeof query; name: string }) =>
      callApi((api) => api.GET('/api/v1/finance/sales.csv', { params: { query: asked.query }, parseAs: 'text' })),
    changes: [],
    // The dates may have changed since.
    onDone: (text, { name }) => saveFile(name, 'text/csv', BYTE_ORDER_MARK + text),
  });
  return (
    <Button
      isBusy={download.isPending}
      disabled={!data || isPlaceholderData}
      onClick={() => data && download.mutate({ query, name: `sales-${data.from}-${data.to}.csv` })}
    >
      {t('export')}
    </Button>
  );
}

/** What the store earned, by day, provider or product. The filters are in the address. */
export function SalesReport() {
  const t = useTexts('finance');
  const tCommon = useTexts('common');
  const errorText = useErrorText();
  const { filters, data, error, isFetching, refetch } = useSales();
  return (
    <>
      <FilterBar filters={filters}>
        <FilterSelect
          filters={filters}
          name="by"
          label={t('by')}
          all={t('by-day')}
          choices={[
            { value: 'provider', text: t('by-provider') },
            { value: 'product', text: t('by-product') },
          ]}
        />
        <FilterDate filters={filters} name="from" label={t('from')} />
        <FilterDate filters={filters} name="to" label={t('to')} />
        <FilterSelect filters={filters} name="provider" label={t('provider')} choices={providerChoices()} />
        <FilterSelect filters={filters} name="currency" label={t('currency')} choices={asChoices(CURRENCIES)} />
      </FilterBar>
      {error && !data && (
        <ErrorState
          title={tCommon('not-loaded')}
          text={errorText(error)}
          requestId={error.requestId}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <LoadingShape shape="sections" />}
      {data?.items.length === 0 && <EmptyState icon={<ChartColumn size={22} />} text={t('none')} />}
      {data && data.items.length > 0 && (
        <div className={styles.report} aria-busy={isFetching}>
          <Totals report={data} />
          {data.by === 'day' &&
            data.totals.map(({ currency }) => <SalesChart key={currency} currency={currency} report={data} />)}
          <SalesTable report={data} />
          {data.isCut && <p className={styles.hint}>{t('cut', { value: data.items.length })}</p>}
        </div>
      )}
    </>
  );
}

function Totals({ report: { totals } }: { report: Report }) {
  const t = useTexts('finance');
  const moneyText = useMoneyText();
  return (
    <ul className={styles.totals}>
      {totals.map((sum) => (
        <li key={sum.currency} className={styles.total}>
          <span>{t('margin-in', { currency: sum.currency })}</span>
          <strong data-low={sum.isLow || undefined}>{moneyText(sum.margin, sum.currency)}</strong>
          <dl>
            {(['sales', 'refunds', 'fees', 'cost'] as const).map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{moneyText(sum[name], sum.currency)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
