import { BASE_CURRENCY, type ProductType } from '@oyna/domain/constants';
import { ensureUsd, pickDefaultCurrency, rateOf } from '@oyna/domain/money';
import { mapFilters, type ValueFilter } from '@oyna/domain/offer-attributes';
import { toCentsRange } from '@oyna/domain/price-range';
import { optional, type PageTools } from '~/lib/page.server.ts';
import type { ListingQuery } from './listing-query.ts';

/** The filters as the API takes them: prices in US cents, and nothing that is not asked for. */
export interface ApiFilters extends Partial<Record<ValueFilter, string[]>> {
  type?: ProductType[];
  min?: number;
  max?: number;
  sale?: true;
  stock?: true;
}

/** Also returns the query with the currency of its prices. Prices in a currency without a rate are left out of it. */
export async function toApiFilters(
  tools: PageTools,
  asked: ListingQuery,
): Promise<{ query: ListingQuery; filters: ApiFilters }> {
  const { query, min, max } = await pricesOf(tools, asked);
  const filters = {
    ...mapFilters((name) => (query[name].length > 0 ? query[name] : undefined)),
    min,
    max,
    sale: query.sale || undefined,
    stock: query.stock || undefined,
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return { query, filters: Object.fromEntries(given) as ApiFilters };
}

async function pricesOf({ api, preferences }: PageTools, query: ListingQuery) {
  if (query.min === undefined && query.max === undefined) return { query, min: undefined, max: undefined };
  const list = ensureUsd((await optional(api.GET('/api/v1/currency'))) ?? []);
  const currency = query.currency ?? pickDefaultCurrency(list, preferences.currency)?.name ?? BASE_CURRENCY;
  const rate = rateOf(list, currency);
  if (!rate) {
    const without = { ...query, min: undefined, max: undefined, currency: undefined };
    return { query: without, min: undefined, max: undefined };
  }
  return { query: { ...query, currency }, ...toCentsRange(query, rate, currency) };
}
