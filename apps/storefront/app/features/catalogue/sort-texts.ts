import type { Sort } from './listing-query.ts';

/** Every order a listing can be in, and two that only a listing's own order can be. */
export const SORT_TEXTS = {
  popular: 'sort-popular',
  price: 'sort-price',
  'price-desc': 'sort-price-desc',
  name: 'sort-name',
  new: 'sort-new',
  discount: 'sort-discount',
  relevance: 'sort-relevance',
  chosen: 'sort-chosen',
} as const satisfies Record<Sort | 'relevance' | 'chosen', string>;
