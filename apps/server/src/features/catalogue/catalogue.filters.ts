import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/**
 * Filters of a list of games. A game is listed when one of its offers matches all filters of offers; genres are of the
 * game. Values of one group are alternatives. A price and a discount are those of an offer that can be bought.
 */
export interface Filters {
  platform: readonly string[];
  type: readonly string[];
  region: readonly string[];
  genre: readonly string[];
  /** US cents, both included. */
  min: number | undefined;
  max: number | undefined;
  sale: boolean;
  stock: boolean;
}

export const VALUE_GROUPS = ['platform', 'type', 'region', 'genre'] as const;
export type ValueGroup = (typeof VALUE_GROUPS)[number];
export type FilterGroup = ValueGroup | 'price' | 'sale' | 'stock';

/** What a list has before any filter. */
export interface Scope {
  categoryId: number | undefined;
  /** Of the game. */
  type: string | undefined;
  /** The games of a search or of a small list. */
  gameIds: readonly number[] | undefined;
}

export const NO_FILTERS: Filters = {
  platform: [],
  type: [],
  region: [],
  genre: [],
  min: undefined,
  max: undefined,
  sale: false,
  stock: false,
};

export const hasFilters = ({ min, max, sale, stock, ...values }: Filters): boolean =>
  min !== undefined || max !== undefined || sale || stock || Object.values(values).some((list) => list.length > 0);

/** The filters without those of one group. */
export function withoutGroup(filters: Filters, group: FilterGroup): Filters {
  if (group === 'price') return { ...filters, min: undefined, max: undefined };
  return { ...filters, [group]: NO_FILTERS[group] };
}

/** A list is read whole, and its counts are exact, if one of its filters leaves no more games than this. */
export const FEW_GAMES = 1250;

/** How the games of a filtered list are found. */
export interface Access {
  /** Entries of game.facets: a game of the list has one of each group. */
  facets: string[][];
  /** No more games than this have one of the first group. */
  atMost: number;
}

/**
 * Reads how many games each filter leaves, from the totals that triggers keep. The filter that leaves the fewest is
 * first.
 */
export async function findAccess(db: Connection, filters: Filters, categoryId: number | undefined): Promise<Access> {
  const groups = await Promise.all([
    cellsOf(db, filters),
    ...singlesOf(filters).map((facets) => withTotal(db, facets, categoryId)),
  ]);
  const used = groups.filter((group) => group !== undefined).toSorted((a, b) => a.games - b.games);
  return { facets: used.map(({ facets }) => facets), atMost: used[0]?.games ?? Number.POSITIVE_INFINITY };
}

function singlesOf({ min, max, sale, stock }: Filters): string[][] {
  const hasPrice = min !== undefined || max !== undefined;
  return [...(hasPrice ? [bandsOf(min, max)] : []), ...(sale ? [['sale']] : []), ...(stock ? [['stock']] : [])];
}

const LAST_BAND = 62;
const bandOf = (cents: number) => Math.floor(2 * Math.log2(Math.max(1, cents)));

/** One band more on both sides: the logarithms of JavaScript and PostgreSQL may differ in the last digit. */
function bandsOf(min = 1, max = 2 ** 31): string[] {
  const first = Math.max(0, bandOf(min) - 1);
  const last = Math.min(LAST_BAND, bandOf(max) + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => `price=${first + index}`);
}

async function withTotal(db: Connection, facets: string[], categoryId: number | undefined) {
  let query = db
    .selectFrom('facet_total')
    .select(sql<number>`coalesce(sum(games), 0)::int`.as('games'))
    .where('facet', 'in', facets);
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
  return { facets, games: (await query.executeTakeFirstOrThrow()).games };
}

/** The combinations of genre, type, platform and region that match. Undefined without such a filter. */
async function cellsOf(db: Connection, filters: Filters) {
  if (VALUE_GROUPS.every((group) => filters[group].length === 0)) return undefined;
  const rows = await db
    .selectFrom('facet_cell_total')
    .select(['cell', 'games'])
    .where(sql<boolean>`${cellCondition(filters)}`)
    .where('games', '>', 0)
    .execute();
  return { facets: rows.map(({ cell }) => cell), games: rows.reduce((sum, { games }) => sum + games, 0) };
}

/** On facet_cell_total. Every offer has one cell without a genre, and one for each of its genres. */
export function cellCondition({ type, platform, region, genre }: Filters, eachGenre = false): RawBuilder<unknown> {
  const genres = eachGenre ? sql`genre <> ''` : sql`genre = ANY(${genre.length > 0 ? genre : ['']})`;
  return sql`${genres} ${anyOf('type', type)} ${anyOf('platform', platform)} ${anyOf('region', region)}`;
}

const anyOf = (column: string, values: readonly string[]) =>
  values.length > 0 ? sql`AND ${sql.ref(column)} = ANY(${values})` : sql``;

/** Whether an offer of the given table matches. */
export function offerCondition(table: string, { platform, type, region, min, max, sale, stock }: Filters) {
  const ref = (column: string) => sql.ref(`${table}.${column}`);
  const price = ref('price_with_discount_cents');
  const isPriced = min !== undefined || max !== undefined;
  return sql`${ref('offered')} ${anyOf(`${table}.platform`, platform)} ${anyOf(`${table}.type`, type)}
    ${anyOf(`${table}.region`, region)}
    ${isPriced || sale || stock ? sql`AND ${ref('available')}` : sql``}
    ${min === undefined ? sql`` : sql`AND ${price} >= ${min}`} ${max === undefined ? sql`` : sql`AND ${price} <= ${max}`}
    ${sale ? sql`AND ${ref('discount_percent')} > 0` : sql``}`;
}

/** Whether a game can be in the list, by its own columns and its facets. Its offers decide. */
export function gameCondition({ categoryId, type, gameIds }: Scope, { genre }: Filters, facets: readonly string[][]) {
  return sql`game.offer_count > 0
    ${categoryId === undefined ? sql`` : sql`AND game.category_id = ${categoryId}`}
    ${type === undefined ? sql`` : sql`AND game.type = ${type}`}
    ${gameIds === undefined ? sql`` : sql`AND game.id = ANY(${gameIds})`}
    ${genre.length > 0 ? sql`AND game.genres && ${genre}::text[]` : sql``}
    ${sql.join(
      facets.map((group) => sql`AND game.facets && ${group}::text[]`),
      sql` `,
    )}`;
}
