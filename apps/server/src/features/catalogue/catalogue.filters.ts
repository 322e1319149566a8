import { mapFilters, VALUE_FILTERS, type ValueFilter } from '@oyna/domain/offer-attributes';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/**
 * Filters of a list of games. A game is listed when one of its offers matches all filters of offers; genres are of the
 * game. Values of one group are alternatives. A price and a discount are those of an offer that can be bought.
 */
export interface Filters extends Record<ValueFilter, readonly string[]> {
  /** US cents, both included. */
  min: number | undefined;
  max: number | undefined;
  sale: boolean;
  stock: boolean;
}

export type FilterGroup = ValueFilter | 'price' | 'sale' | 'stock';

/** Filters that are columns of an offer. */
export const OFFER_FILTERS = VALUE_FILTERS.filter((name) => name !== 'genre');
/**
 * Filters whose combinations are counted, as columns of facet_cell_total. Combinations multiply with each filter, so a filter
 * that is added later is counted alone.
 */
const CELL_FILTERS: readonly ValueFilter[] = ['type', 'platform', 'region', 'genre'];
export const isCellFilter = (name: string) => CELL_FILTERS.some((filter) => filter === name);

/** What a list has before any filter. */
export interface Scope {
  categoryId: number | undefined;
  /** Of the game. */
  type: string | undefined;
  /** The games of a search or of a small list. */
  gameIds: readonly number[] | undefined;
}

export const NO_FILTERS: Filters = {
  ...mapFilters(() => []),
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
  /** As many games have one of each group, if the groups have nothing to do with each other. */
  likely: number;
  /** The games of the category, or all. */
  games: number;
}

/**
 * Reads how many games each filter leaves, from the totals that triggers keep. The filter that leaves the fewest is
 * first.
 */
export async function findAccess(db: Connection, filters: Filters, categoryId: number | undefined): Promise<Access> {
  const [inCategory, inStore, ...groups] = await Promise.all([
    countGames(db, categoryId),
    categoryId === undefined ? undefined : countGames(db, undefined),
    cellsOf(db, filters),
    ...singlesOf(filters).map((facets) => withTotal(db, facets, categoryId)),
  ]);
  const used = groups.filter((group) => group !== undefined).toSorted((a, b) => a.games - b.games);
  // Cells are those of all categories.
  const shareOf = ({ games, isOfStore }: { games: number; isOfStore: boolean }) =>
    Math.min(1, games / Math.max(1, isOfStore ? (inStore ?? inCategory) : inCategory));
  return {
    facets: used.map(({ facets }) => facets),
    atMost: used[0]?.games ?? Number.POSITIVE_INFINITY,
    likely: used.reduce((left, group) => left * shareOf(group), inCategory),
    games: inCategory,
  };
}

/** As triggers keep it. */
async function countGames(db: Connection, categoryId: number | undefined): Promise<number> {
  let query = db.selectFrom('game_total').select(sql<number>`coalesce(sum(total), 0)::int`.as('games'));
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
  return (await query.executeTakeFirstOrThrow()).games;
}

function singlesOf({ min, max, sale, stock, ...values }: Filters): string[][] {
  const hasPrice = min !== undefined || max !== undefined;
  const chosen = listChosen(values).filter((name) => !isCellFilter(name));
  return [
    ...chosen.map((name) => values[name].map((value) => `${name}=${value}`)),
    ...(hasPrice ? [bandsOf(min, max)] : []),
    ...(sale ? [['sale']] : []),
    ...(stock ? [['stock']] : []),
  ];
}

/** The filters with a chosen value. */
export const listChosen = (values: Record<ValueFilter, readonly string[]>): ValueFilter[] =>
  VALUE_FILTERS.filter((name) => values[name].length > 0);

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
  return { facets, games: (await query.executeTakeFirstOrThrow()).games, isOfStore: false };
}

/** The combinations that match. Undefined without a filter of theirs. */
async function cellsOf(db: Connection, filters: Filters) {
  if (!listChosen(filters).some(isCellFilter)) return undefined;
  const rows = await db
    .selectFrom('facet_cell_total')
    .select(['cell', 'games'])
    .where(sql<boolean>`${cellCondition(filters)}`)
    .where('games', '>', 0)
    .execute();
  return {
    facets: rows.map(({ cell }) => cell),
    games: rows.reduce((sum, { games }) => sum + games, 0),
    isOfStore: true,
  };
}

/** On facet_cell_total. Every offer has one cell without a genre, and one for each of its genres. */
export function cellCondition(filters: Filters, eachGenre = false): RawBuilder<unknown> {
  const { genre } = filters;
  const genres = eachGenre ? sql`genre <> ''` : sql`genre = ANY(${genre.length > 0 ? genre : ['']})`;
  return sql`${genres} ${anyOf('facet_cell_total', OFFER_FILTERS.filter(isCellFilter), filters)}`;
}

/** Each column has one of the chosen values. */
function anyOf(table: string, columns: readonly ValueFilter[], filters: Filters) {
  const chosen = columns.filter((column) => filters[column].length > 0);
  const conditions = chosen.map((column) => sql`AND ${sql.ref(`${table}.${column}`)} = ANY(${filters[column]})`);
  return conditions.length > 0 ? sql.join(conditions, sql` `) : sql``;
}

/** Whether an offer of the given table matches. */
export function offerCondition(table: string, filters: Filters) {
  const { min, max, sale, stock } = filters;
  const ref = (column: string) => sql.ref(`${table}.${column}`);
  const price = ref('price_with_discount_cents');
  const isPriced = min !== undefined || max !== undefined;
  return sql`${ref('offered')} ${anyOf(table, OFFER_FILTERS, filters)}
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
