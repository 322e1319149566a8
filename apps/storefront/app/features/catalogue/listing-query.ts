import { type ListingFilters, writeFilters } from './listing-filters.ts';

/** The query of a listing, and its address. */

export const SORTS = ['popular', 'price', 'price-desc', 'name', 'new', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListingQuery extends ListingFilters {
  name: string | undefined;
  categoryname: string | undefined;
  /** Undefined is the default order: by popularity, or by relevance in a search. */
  sort: Sort | undefined;
  page: number;
}

/** The address contains only what differs from the defaults, always in the same order. */
export function listingHref(path: string, listing: Partial<ListingQuery>): string {
  const query = writeListing(listing);
  return query.size > 0 ? `${path}?${query}` : path;
}

export function writeListing({ name, categoryname, sort, page, ...filters }: Partial<ListingQuery>): URLSearchParams {
  const query = new URLSearchParams();
  if (name) query.set('name', name);
  if (categoryname) query.set('categoryname', categoryname);
  writeFilters(query, filters);
  if (sort) query.set('sort', sort);
  if (page !== undefined && page > 1) query.set('page', String(page));
  return query;
}
