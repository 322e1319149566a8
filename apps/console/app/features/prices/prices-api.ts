import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { formatPrice } from '@oyna/domain/money-format';
import { isPrice, type PriceRule } from '@oyna/domain/price-change';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useLanguage } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';

export type Price = ConsoleSchemas['Price'];
export type PreviewedPrice = ConsoleSchemas['PreviewedPrice'];
export type PriceChange = ConsoleSchemas['PriceChange'];

/** New prices of one offer, in US cents. One that is missing stays what it is. */
export interface PriceEdit {
  productId: number;
  priceCents?: number;
  discountPriceCents?: number;
  /** Of the prices that the operator saw. Without it they are seen in the preview first. */
  version?: number;
}

/** What is previewed: a rule for offers, or prices that were typed or pasted. */
export type WantedChange = { productIds: number[]; rule: PriceRule } | { edits: PriceEdit[] };

const termsQuery = queryOptions({
  queryKey: ['prices', 'terms'],
  queryFn: () => callApi((api) => api.GET('/api/v1/prices/terms')),
  staleTime: 60_000,
});

export const usePriceTerms = () => useQuery(termsQuery).data;

type CustomerCurrency = 'KZT' | 'RUB' | 'USD';

/** US cents as the storefront writes them in a currency. */
export function usePriceText(): (cents: number | null | undefined, currency?: CustomerCurrency) => string {
  const { language } = useLanguage();
  const currencies = usePriceTerms()?.currencies ?? [];
  return (cents, currency = 'USD') => {
    if (cents === null || cents === undefined) return '–';
    const active = currencies.find(({ name }) => name === currency);
    if (!active && currency !== 'USD') return '–';
    return formatPrice(cents, active, language) ?? '–';
  };
}

/** "12,99" and "12.99" as US cents. Undefined for anything that cannot be a price. */
export function parsePrice(text: string): number | undefined {
  const cents = readTypedSum(text.trim().replace(/^\$/, ''));
  return typeof cents === 'number' && isPrice(cents) ? cents : undefined;
}
