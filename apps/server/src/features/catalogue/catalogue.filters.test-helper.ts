import type { ProductType } from '@oyna/domain/constants';
import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { TestStore } from '../../testing/test-store.ts';

/** Games, filters and what a list has to show for them, worked out one offer after another. */

export const PLATFORMS = ['Steam', 'GOG', 'Xbox'];
export const TYPES: ProductType[] = ['Key', 'Services', 'Subscription'];
export const REGIONS = ['KZ', 'TR', 'Global'];
export const GENRES = ['rpg', 'action', 'indie'];
const CATEGORIES = ['RPG', 'Racing'];

export interface Offer {
  platform: string;
  type: ProductType;
  region: string;
  price: number;
  discount: number;
  available: boolean;
  offered: boolean;
}
export interface Game {
  category: string;
  genres: string[];
  popularity: number;
  /** A day as yyyy-mm-dd. */
  released?: string | undefined;
  offers: Offer[];
}
export interface Query {
  platform: string[];
  type: string[];
  region: string[];
  genre: string[];
  min: number | undefined;
  max: number | undefined;
  sale: boolean;
  stock: boolean;
  categoryname: string | undefined;
}

const offers = fc.array(
  fc.record({
    platform: fc.constantFrom(...PLATFORMS),
    type: fc.constantFrom(...TYPES),
    region: fc.constantFrom(...REGIONS),
    price: fc.integer({ min: 1, max: 40 }).map((price) => price * 100),
    discount: fc.constantFrom(0, 0, 10, 50),
    available: fc.boolean(),
    offered: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 1, maxLength: 4 },
);
export const games = fc.array(
  fc.record({
    category: fc.constantFrom(...CATEGORIES),
    genres: fc.uniqueArray(fc.constantFrom(...GENRES), { maxLength: 2 }),
    popularity: fc.integer({ min: 0, max: 100 }),
    released: fc.constantFrom(undefined, '2019-03-01', '2024-02-29', '2026-11-18'),
    offers,
  }),
  { minLength: 1, maxLength: 12 },
);
const some = (values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const bound = fc.option(
  fc.integer({ min: 1, max: 45 }).map((price) => price * 100),
  { nil: undefined },
);
export const query: fc.Arbitrary<Query> = fc
  .record({
    platform: some(PLATFORMS),
    type: some(TYPES),
    region: some(REGIONS),
    genre: some(GENRES),
    min: bound,
    max: bound,
    sale: fc.boolean(),
    stock: fc.boolean(),
    categoryname: fc.option(fc.constantFrom(...CATEGORIES), { nil: undefined }),
  })
  .map((asked) =>
    asked.min !== undefined && asked.max !== undefined && asked.min > asked.max
      ? { ...asked, min: asked.max, max: asked.min }
      : asked,
  );

/** What the tests read of a card. */
export interface Shown {
  id: number;
  gameName: string;
  priceWithDiscount: number | null;
  discountPercent: number | null;
}

const paid = ({ price, discount }: Offer) => Math.round((price * (100 - discount)) / 100);

/** Replaces the games of the store. */
export async function writeGames({ database, cache }: TestStore, list: Game[]): Promise<void> {
  // A delete of more than a thousand games, in tables full of dead rows, can take longer than the limit of a statement.
  await inTransaction(database, async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`DELETE FROM game`.execute(transaction);
  });
  const rows = list.map(({ category, genres, popularity, released }, index) => ({
    id: index + 1,
    name: `Game ${index + 1}`,
    search_name: 'game',
    category_id: CATEGORIES.indexOf(category) + 1,
    genres,
    popularity,
    released_on: released ?? null,
    description: { ru: 'а', en: 'b', kz: 'с' },
    art: { motif: 'ridges' as const, hue: 1 },
    position: index,
  }));
  await database.insertInto('game').values(rows).execute();
  const products = list.flatMap(({ category, popularity, offers: own }, index) =>
    own.map((offer, place) => ({
      id: (index + 1) * 10 + place,
      game_id: index + 1,
      category_id: CATEGORIES.indexOf(category) + 1,
      name: 'x',
      sort_name: 'x',
      edition: 'x',
      type: offer.type,
      platform: offer.platform,
      region: offer.region,
      price_cents: offer.price,
      price_with_discount_cents: paid(offer),
      instruction_name: 'steam-key',
      offered: offer.offered,
      available: offer.offered && offer.available,
      popularity,
      position: place,
    })),
  );
  // Triggers summarise the games of each statement, which must end within the limit of time.
  for (let start = 0; start < products.length; start += 200) {
    await database
      .insertInto('product')
      .values(products.slice(start, start + 200))
      .execute();
  }
  cache.clear();
}

/** The offers of a game that match all filters. */
export function matching(game: Game, asked: Query): Offer[] {
  const has = (values: string[], value: string) => values.length === 0 || values.includes(value);
  if (asked.categoryname !== undefined && game.category !== asked.categoryname) return [];
  if (asked.genre.length > 0 && !game.genres.some((genre) => asked.genre.includes(genre))) return [];
  return game.offers.filter((offer) => {
    const isPriced = asked.min !== undefined || asked.max !== undefined || asked.sale || asked.stock;
    return (
      offer.offered &&
      has(asked.platform, offer.platform) &&
      has(asked.type, offer.type) &&
      has(asked.region, offer.region) &&
      (!isPriced || offer.available) &&
      paid(offer) >= (asked.min ?? 0) &&
      paid(offer) <= (asked.max ?? Number.MAX_SAFE_INTEGER) &&
      (!asked.sale || offer.discount > 0)
    );
  });
}

export const shownPrice = (found: Offer[]) => {
  const prices = found.filter(({ available }) => available).map(paid);
  return prices.length > 0 ? Math.min(...prices) : null;
};

/** The filters of values are known to the store when a game has the value; others are ignored. */
export function known(list: Game[], asked: Query): Query {
  const sold = list.flatMap((game) =>
    game.offers.filter(({ offered }) => offered).map((offer) => ({ ...offer, game })),
  );
  return {
    ...asked,
    platform: asked.platform.filter((value) => sold.some((offer) => offer.platform === value)),
    type: asked.type.filter((value) => sold.some((offer) => offer.type === value)),
    region: asked.region.filter((value) => sold.some((offer) => offer.region === value)),
    genre: asked.genre.filter((value) => sold.some(({ game }) => game.genres.includes(value))),
  };
}

export function addressOf(path: string, asked: Partial<Query>, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(more);
  for (const [name, value] of Object.entries(asked)) {
    if (Array.isArray(value)) for (const one of value) parameters.append(name, one);
    else if (value !== undefined && value !== false) parameters.set(name, String(value));
  }
  return `${path}?${parameters}`;
}

export const count = (list: Game[], asked: Query) => list.filter((game) => matching(game, asked).length > 0).length;

export function expectedValues(
  list: Game[],
  asked: Query,
  group: 'platform' | 'type' | 'region' | 'genre',
  values: string[],
) {
  const others = { ...asked, [group]: [] };
  return Object.fromEntries(
    values
      .map((value) => [value, count(list, { ...others, [group]: [value] })] as const)
      .filter(([value, number]) => number > 0 || asked[group].includes(value)),
  );
}

export const hasFilters = ({ categoryname: _, ...asked }: Query) =>
  Object.values(asked).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
