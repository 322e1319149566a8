import { amountToText } from '@oyna/domain/money';
import { mapFilters, VALUE_FILTERS, type ValueFilter } from '@oyna/domain/offer-attributes';

/** The filters of a listing, and how its address holds them. read-listing.ts reads it. */

export interface ListingFilters extends Record<ValueFilter, readonly string[]> {
  /** Hundredths of the currency. */
  min: number | undefined;
  max: number | undefined;
  /** Of both bounds, so that a link has the same meaning for all. Undefined is the shown currency. */
  currency: string | undefined;
  sale: boolean;
  stock: boolean;
}

export const NO_FILTERS: ListingFilters = {
  ...mapFilters(() => []),
  min: undefined,
  max: undefined,
  currency: undefined,
  sale: false,
  stock: false,
};

/** `country` means the regions that work there; the server replaces it by them. */
export const FILTER_PARAMETERS = [...VALUE_FILTERS, 'min', 'max', 'currency', 'sale', 'stock', 'country'] as const;

/** A range of prices is one. */
export function countFilters({ min, max, sale, stock, ...values }: ListingFilters): number {
  const others = [min !== undefined || max !== undefined, sale, stock].filter(Boolean).length;
  return VALUE_FILTERS.reduce((sum, group) => sum + values[group].length, others);
}

export const hasFilters = (filters: ListingFilters): boolean => countFilters(filters) > 0;

/** Always in the same order. */
export function writeFilters(query: URLSearchParams, filters: Partial<ListingFilters>): void {
  const { min, max, currency, sale, stock } = filters;
  for (const group of VALUE_FILTERS) for (const value of filters[group] ?? []) query.append(group, value);
  if (min !== undefined) query.set('min', boundText(min));
  if (max !== undefined) query.set('max', boundText(max));
  if (currency !== undefined && (min !== undefined || max !== undefined)) query.set('currency', currency);
  if (sale) query.set('sale', 'true');
  if (stock) query.set('stock', 'true');
}

/** 200000 as "2000", 499 as "4.99". */
export const boundText = (amount: number): string => amountToText(amount).replace(/\.00$/, '');
