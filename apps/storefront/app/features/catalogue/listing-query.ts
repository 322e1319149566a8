/** The query of a listing's address. Invalid values are ignored. */

export const SORTS = ['popular', 'price', 'price-desc', 'name', 'new', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListingQuery {
  name: string | undefined;
  categoryname: string | undefined;
  /** Undefined is the default order: by popularity, or by relevance in a search. */
  sort: Sort | undefined;
  page: number;
}

/** The limits of the API. */
const LONGEST = { name: 200, categoryname: 100 } as const;
const LAST_PAGE = 1_000_000;

export function readListingQuery(address: string): ListingQuery {
  const query = new URL(address).searchParams;
  const sort = query.get('sort');
  const page = query.get('page') ?? '';
  return {
    name: textOf(query.get('name'), LONGEST.name),
    categoryname: textOf(query.get('categoryname'), LONGEST.categoryname),
    sort: SORTS.find((known) => known === sort),
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
  };
}

/** The address contains only what differs from the defaults, always in the same order. */
export function listingHref(path: string, { name, categoryname, sort, page }: Partial<ListingQuery>): string {
  const query = new URLSearchParams();
  if (name) query.set('name', name);
  if (categoryname) query.set('categoryname', categoryname);
  if (sort) query.set('sort', sort);
  if (page !== undefined && page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

function textOf(value: string | null, longest: number): string | undefined {
  return value?.replaceAll('\0', '').trim().slice(0, longest).trim() || undefined;
}
