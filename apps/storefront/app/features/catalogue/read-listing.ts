import { MAX_FILTER_VALUES, PRODUCT_TYPES } from '@oyna/domain/constants';
import { parseAmount } from '@oyna/domain/money';
import { MAX_ATTRIBUTE_LENGTH, mapFilters, type ValueFilter } from '@oyna/domain/offer-attributes';
import type { ListingFilters } from './listing-filters.ts';
import { type ListingQuery, SORTS } from './listing-query.ts';

/** Reads the query of a listing's address. Invalid values are ignored. Pages load it with the form of the filters only. */

/** The limits of the API. */
const LONGEST = { name: 200, categoryname: 100 } as const;
const LAST_PAGE = 1_000_000;

export const readListingQuery = (address: string): ListingQuery => readListing(new URL(address).searchParams);

/** From an address, or from the fields of a form. */
export function readListing(query: URLSearchParams): ListingQuery {
  const sort = query.get('sort');
  const page = query.get('page') ?? '';
  return {
    name: textOf(query.get('name'), LONGEST.name),
    categoryname: textOf(query.get('categoryname'), LONGEST.categoryname),
    ...readFilters(query),
    sort: SORTS.find((known) => known === sort),
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
  };
}

function textOf(value: string | null, longest: number): string | undefined {
  return value?.replaceAll('\0', '').trim().slice(0, longest).trim() || undefined;
}

/** Two bounds in the wrong order are exchanged. */
function readFilters(query: URLSearchParams): ListingFilters {
  const bounds = [boundOf(query.get('min')), boundOf(query.get('max'))] as const;
  const [min, max] = isReversed(bounds) ? bounds.toReversed() : bounds;
  const currency = query.get('currency') ?? '';
  const hasPrice = min !== undefined || max !== undefined;
  const types: readonly string[] = PRODUCT_TYPES;
  return {
    ...mapFilters((group) => valuesOf(query, group)),
    type: valuesOf(query, 'type').filter((value) => types.includes(value)),
    min,
    max,
    currency: hasPrice && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    sale: query.get('sale') === 'true',
    stock: query.get('stock') === 'true',
  };
}

/** As people write it: "2 000", "4,99". */
function boundOf(text: string | null): number | undefined {
  const amount = parseAmount(text?.replace(/\s/g, '').replace(',', '.').slice(0, LONGEST_BOUND));
  return amount !== undefined && amount >= 0 ? amount : undefined;
}

const LONGEST_BOUND = 12;

const isReversed = ([min, max]: readonly [number | undefined, number | undefined]) =>
  min !== undefined && max !== undefined && min > max;

function valuesOf(query: URLSearchParams, group: ValueFilter): string[] {
  const isPossible = (value: string) =>
    value.length > 0 && value.length <= MAX_ATTRIBUTE_LENGTH && !value.includes('\0');
  return [...new Set(query.getAll(group).filter(isPossible))].sort().slice(0, MAX_FILTER_VALUES);
}
