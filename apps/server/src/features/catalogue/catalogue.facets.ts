import { MAX_FILTERED_GAMES } from '@oyna/domain/constants';
import { mapFilters, VALUE_FILTERS, type ValueFilter } from '@oyna/domain/offer-attributes';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import {
  cellCondition,
  FEW_GAMES,
  type FilterGroup,
  type Filters,
  findAccess,
  gameCondition,
  hasFilters,
  isCellFilter,
  listChosen,
  OFFER_FILTERS,
  offerCondition,
  type Scope,
  withoutGroup,
} from './catalogue.filters.ts';

/**
 * How many games each value of a filter would leave: those that match the filters of all other groups. A count is exact
 * if the games can be read whole: a small list, or one that a filter makes short. Otherwise it is a lower bound, from the
 * most popular games and from the totals that triggers keep, and `isMore` says so. No count costs more than reading
 * FEW_GAMES games, whatever the size of the catalogue.
 */
export interface FacetCount {
  value: string;
  count: number;
  isMore: boolean;
}

export interface Facets {
  total: { count: number; isMore: boolean };
  values: Record<ValueFilter, FacetCount[]>;
  sale: Omit<FacetCount, 'value'>;
  stock: Omit<FacetCount, 'value'>;
}

const COUNTED = [...VALUE_FILTERS, 'sale', 'stock', 'total'] as const;
type Counted = (typeof COUNTED)[number];
type Row = FacetCount & { facet: Counted };

export async function listFacets(db: Connection, scope: Scope, filters: Filters): Promise<Facets> {
  // A group with a chosen value is counted without its own filter. All others share one list.
  const chosen: Counted[] = listChosen(filters);
  if (filters.sale) chosen.push('sale');
  if (filters.stock) chosen.push('stock');
  const others = COUNTED.filter((group) => !chosen.includes(group));
  const parts = await Promise.all([
    countGroups(db, scope, filters, others),
    ...chosen.map((group) => countGroups(db, scope, withoutGroup(filters, group as FilterGroup), [group])),
  ]);
  const rows = parts.flat().filter(({ count }) => count > 0);
  const of = (facet: Counted) => rows.filter((row) => row.facet === facet);
  const one = (facet: Counted) => ({ count: 0, isMore: false, ...pick(of(facet)[0]) });
  return {
    total: one('total'),
    values: mapFilters((group) => withChosen(of(group), filters[group]).toSorted(byCount)),
    sale: one('sale'),
    stock: one('stock'),
  };
}

const pick = (row: Row | undefined) => row && { count: row.count, isMore: row.isMore };
const byCount = (a: FacetCount, b: FacetCount) => b.count - a.count || (a.value < b.value ? -1 : 1);

/** A chosen value is shown even when no game has it, so that it can be given up. */
function withChosen(rows: readonly Row[], chosen: readonly string[]): FacetCount[] {
  const missing = chosen.filter((value) => !rows.some((row) => row.value === value));
  return [
    ...rows.map(({ value, count, isMore }) => ({ value, count, isMore })),
    ...missing.map((value) => ({ value, count: 0, isMore: false })),
  ];
}

export async function countFiltered(db: Connection, scope: Scope, filters: Filters) {
  const [row] = await countGroups(db, scope, filters, ['total']);
  return { count: row?.count ?? 0, isMore: row?.isMore ?? false };
}

async function countGroups(db: Connection, scope: Scope, filters: Filters, groups: readonly Counted[]): Promise<Row[]> {
  // A search that found nothing.
  if (scope.gameIds?.length === 0) return [];
  const isWhole = !hasFilters(filters) && scope.gameIds === undefined && scope.type === undefined;
  if (isWhole) return bounded(await readTotals(db, scope.categoryId, groups));
  const access = await findAccess(db, filters, scope.categoryId);
  if (access.atMost === 0) return [];
  const isShort = scope.gameIds !== undefined || access.atMost <= FEW_GAMES;
  const games = sql`
    SELECT game.id, game.genres FROM game WHERE ${gameCondition(scope, { ...filters, genre: [] }, isShort ? access.facets : [])}
    ${isShort ? sql`` : sql`ORDER BY game.rank DESC, game.id LIMIT ${FEW_GAMES + 1}`}`;
  const [counted, known] = await Promise.all([
    countAmong(db, games, filters, groups),
    isShort ? [] : readCells(db, scope, filters, groups),
  ]);
  // The list is shorter than the sample: all of it was read.
  const isExact = isShort || counted.read <= FEW_GAMES;
  const rows = counted.rows.map((row) => ({ ...row, isMore: !isExact }));
  return bounded(isExact ? rows : highest([...rows, ...known]));
}

const bounded = (rows: Row[]) =>
  rows.map((row) => ({
    ...row,
    count: Math.min(row.count, MAX_FILTERED_GAMES),
    isMore: row.isMore || row.count > MAX_FILTERED_GAMES,
  }));

/** Of two lower bounds the higher one. */
function highest(rows: Row[]): Row[] {
  const best = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.facet} ${row.value}`;
    if ((best.get(key)?.count ?? 0) < row.count) best.set(key, row);
  }
  return [...best.values()];
}

/** Exact, without counting. */
async function readTotals(db: Connection, categoryId: number | undefined, groups: readonly Counted[]): Promise<Row[]> {
  let query = db
    .selectFrom('facet_total')
    .select(['facet', sql<number>`sum(games)::int`.as('games')])
    .groupBy('facet');
  let games = db.selectFrom('game_total').select(sql<number>`coalesce(sum(total), 0)::int`.as('total'));
  if (categoryId !== undefined) {
    query = query.where('category_id', '=', categoryId);
    games = games.where('category_id', '=', categoryId);
  }
  const [rows, { total }] = await Promise.all([query.execute(), games.executeTakeFirstOrThrow()]);
  const entries = rows.map(({ facet, games: count }) => {
    const [name = '', ...value] = facet.split('=');
    return { facet: name as Counted, value: value.join('='), count, isMore: false };
  });
  return [...entries, { facet: 'total' as const, value: '', count: total, isMore: false }].filter(({ facet }) =>
    groups.includes(facet),
  );
}

/** The largest combination of each value: at least so many games have it. Only a list without other filters has its counts. */
async function readCells(db: Connection, scope: Scope, filters: Filters, groups: readonly Counted[]): Promise<Row[]> {
  const { min, max, sale, stock } = filters;
  const isNarrower =
    scope.categoryId !== undefined || scope.type !== undefined || min !== undefined || max !== undefined;
  if (isNarrower || sale || stock || !listChosen(filters).every(isCellFilter)) return [];
  const parts = groups.flatMap((group) => {
    if (group !== 'total' && !isCellFilter(group)) return [];
    const condition = cellCondition(filters, group === 'genre');
    const value = group === 'total' ? sql`''` : sql.ref(group);
    return [
      sql`SELECT ${group}::text AS facet, ${value} AS value, max(games) AS count, true AS "isMore"
      FROM facet_cell_total WHERE ${condition} AND games > 0 GROUP BY 2`,
    ];
  });
  if (parts.length === 0) return [];
  return (await sql<Row>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)).rows;
}

const CONDITIONS: Partial<Record<Counted, ReturnType<typeof sql>>> = {
  sale: sql`available AND discount_percent > 0`,
  stock: sql`available`,
};

async function countAmong(
  db: Connection,
  games: ReturnType<typeof sql>,
  filters: Filters,
  groups: readonly Counted[],
): Promise<{ rows: Row[]; read: number }> {
  const count = (group: Counted) => {
    const isValue = group !== 'sale' && group !== 'stock' && group !== 'total';
    const value = isValue ? sql.ref(group) : sql`''`;
    const condition = CONDITIONS[group] ?? sql`true`;
    const source = group === 'genre' ? sql`matching, unnest(genres) AS genre` : sql`matching`;
    return sql`SELECT ${group}::text AS facet, value, count(*)::int AS count
      FROM (SELECT DISTINCT ${value} AS value, game_id FROM ${source} WHERE ${condition}) AS pairs GROUP BY 2`;
  };
  const columns = sql.join(OFFER_FILTERS.map((name) => sql.ref(`product.${name}`)));
  const genre = filters.genre.length > 0 ? sql`AND few.genres && ${filters.genre}::text[]` : sql``;
  const { rows } = await sql<Omit<Row, 'isMore' | 'facet'> & { facet: Counted | 'read' }>`
    WITH few AS MATERIALIZED (${games}),
    matching AS MATERIALIZED (
      SELECT product.game_id, ${columns}, product.available, product.discount_percent, few.genres
      FROM few JOIN product ON product.game_id = few.id WHERE ${offerCondition('product', filters)} ${genre})
    ${sql.join(groups.map(count), sql` UNION ALL `)}
    UNION ALL SELECT 'read', '', count(*)::int FROM few`.execute(db);
  const isCounted = (row: (typeof rows)[number]): row is Omit<Row, 'isMore'> => row.facet !== 'read';
  return {
    rows: rows.filter(isCounted).map((row) => ({ ...row, isMore: false })),
    read: rows.find(({ facet }) => facet === 'read')?.count ?? 0,
  };
}
