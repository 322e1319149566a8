import type { CardGame } from './card-game.ts';

/** The orders of a complete list, without another request. */
export const WHOLE_LIST_SORTS = ['discount', 'price', 'price-desc', 'name'] as const;
export type WholeListSort = (typeof WHOLE_LIST_SORTS)[number];

/** Games without a price, or without a discount, come last in whichever direction. */
export function sortGames(games: readonly CardGame[], sort: WholeListSort | undefined): CardGame[] {
  if (sort === undefined) return [...games];
  return games.toSorted(COMPARE[sort]);
}

const COMPARE: Record<WholeListSort, (a: CardGame, b: CardGame) => number> = {
  discount: (a, b) => (b.discountPercent ?? 0) - (a.discountPercent ?? 0),
  price: (a, b) => (a.price ?? Number.MAX_VALUE) - (b.price ?? Number.MAX_VALUE),
  'price-desc': (a, b) => (b.price ?? -1) - (a.price ?? -1),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
};
