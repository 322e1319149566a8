import { ensureUsd, pickDefaultCurrency, rateOf } from '@oyna/domain/money';
import { formatMoney } from '@oyna/domain/money-format';
import { VALUE_FILTERS, type ValueFilter } from '@oyna/domain/offer-attributes';
import { exchangeBound } from '@oyna/domain/price-range';
import { optional, type PageTools } from '~/lib/page.server.ts';
import type { ActiveFilter } from './filter-panel.ts';
import { type ListingQuery, listingHref } from './listing-query.ts';

interface Labels {
  path: string;
  labelOf: Record<ValueFilter, (value: string) => string>;
}

/** What is chosen, in the order of the form, and the address without each. */
export async function listActiveFilters(
  tools: PageTools,
  query: ListingQuery,
  { path, labelOf }: Labels,
): Promise<ActiveFilter[]> {
  const t = tools.texts('listing');
  const without = (text: string, change: Partial<ListingQuery>): ActiveFilter => ({
    text,
    href: listingHref(path, { ...query, page: 1, ...change }),
  });
  const price = await priceText(tools, query);
  return [
    ...(query.stock ? [without(t('filter-stock'), { stock: false })] : []),
    ...(query.sale ? [without(t('filter-sale'), { sale: false })] : []),
    ...(price === undefined ? [] : [without(price, { min: undefined, max: undefined, currency: undefined })]),
    ...VALUE_FILTERS.flatMap((group) =>
      query[group].map((value) =>
        without(labelOf[group](value), { [group]: query[group].filter((other) => other !== value) }),
      ),
    ),
  ];
}

/** In the shown currency. */
async function priceText({ api, preferences, language, texts }: PageTools, { min, max, currency = '' }: ListingQuery) {
  if (min === undefined && max === undefined) return undefined;
  const t = texts('listing');
  const list = ensureUsd((await optional(api.GET('/api/v1/currency'))) ?? []);
  const shown = pickDefaultCurrency(list, preferences.currency)?.name ?? currency;
  const [fromRate, toRate] = [rateOf(list, currency), rateOf(list, shown)];
  const textOf = (amount: number | undefined) => {
    if (amount === undefined || !fromRate || !toRate) return formatMoney(amount, currency, language);
    return formatMoney(
      exchangeBound(amount, { name: currency, rate: fromRate }, { name: shown, rate: toRate }),
      shown,
      language,
    );
  };
  const [from, to] = [textOf(min), textOf(max)];
  if (from !== undefined && to !== undefined) return t('price-between', { from, to });
  return from === undefined ? t('price-to', { to }) : t('price-from', { from });
}
