import { type SelectQueryBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { DB } from '../../platform/database/tables.ts';
import { gameColumns, products } from './catalogue.queries.ts';
import type { Order } from './catalogue.schemas.ts';
import { specDiscountPercent } from './spec-discount.ts';

/** `spec-discount` is the percent of the old price that spec §9 makes; it has no index. */
export type ListOrder = Order | 'spec-discount';

export interface ListFilter {
  categoryId: number | undefined;
  type: string | undefined;
  gameIds: number[] | undefined;
  orderBy: ListOrder;
  limit: number;
  offset: number;
}

/** The filters of a list, for its rows and for its total. */
function narrowed<Q extends SelectQueryBuilder<DB, never, object>>(
  query: Q,
  table: 'game' | 'product' | 'game_total' | 'product_total',
  { categoryId, type }: Pick<ListFilter, 'categoryId' | 'type'>,
): Q {
  let result: SelectQueryBuilder<DB, never, object> = query;
  if (categoryId) result = result.where(sql.ref(`${table}.category_id`), '=', categoryId);
  if (type) result = result.where(sql.ref(`${table}.type`), '=', type);
  return result as Q;
}

// Both tables have the columns of the sort orders. Each order matches the last columns of an index.
function sorted<Q extends SelectQueryBuilder<DB, never, object>>(
  query: Q,
  table: 'game' | 'product',
  order: ListOrder,
): Q {
  const by = (column: string, direction = sql``) => sql`${sql.ref(`${table}.${column}`)} ${direction}`;
  const orders: Record<ListOrder, ReturnType<typeof by>> = {
    popular: by('rank', sql`DESC`),
    price: by('price_with_discount_cents'),
    'price-desc': by('price_with_discount_cents', sql`DESC ${table === 'game' ? sql`NULLS LAST` : sql``}`),
    name: by('sort_name'),
    new: by('released_on', sql`DESC NULLS LAST`),
    discount: by('discount_percent', sql`DESC`),
    'spec-discount': sql`${specDiscountPercent(table)} DESC`,
  };
  return query
    .orderBy(orders[order])
    .orderBy(by('id', order === 'price-desc' && table === 'product' ? sql`DESC` : sql``)) as Q;
}

export function listGames(db: Connection, filter: ListFilter) {
  let query = db
    .selectFrom('game')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select(gameColumns)
    .where('offer_count', '>', 0);
  if (filter.gameIds) query = query.where('game.id', 'in', filter.gameIds);
  return sorted(narrowed(query, 'game', filter), 'game', filter.orderBy)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

export async function countGames(db: Connection, filter: ListFilter): Promise<number> {
  if (filter.gameIds) {
    const query = db.selectFrom('game').select(sql<number>`count(*)`.as('total')).where('id', 'in', filter.gameIds);
    return (await narrowed(query, 'game', filter).executeTakeFirstOrThrow()).total;
  }
  return countFrom(db, 'game_total', filter);
}

export function listProducts(db: Connection, filter: ListFilter) {
  let query = products(db);
  if (filter.gameIds) query = query.where('product.game_id', 'in', filter.gameIds);
  return sorted(narrowed(query, 'product', filter), 'product', filter.orderBy)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** Offers of the games found by a search: best game first, a game's offers in their own order. */
export function listProductsInGameOrder(db: Connection, filter: ListFilter & { gameIds: number[] }) {
  const query = products(db).where('product.game_id', 'in', filter.gameIds);
  return narrowed(query, 'product', filter)
    .orderBy(sql`array_position(${filter.gameIds}::int[], product.game_id)`)
    .orderBy('product.position')
    .orderBy('product.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

export async function countProducts(db: Connection, filter: ListFilter): Promise<number> {
  if (filter.gameIds) {
    const query = db
      .selectFrom('product')
      .select(sql<number>`count(*)`.as('total'))
      .where('game_id', 'in', filter.gameIds);
    return (await narrowed(query, 'product', filter).executeTakeFirstOrThrow()).total;
  }
  return countFrom(db, 'product_total', filter);
}

async function countFrom(db: Connection, table: 'game_total' | 'product_total', filter: ListFilter): Promise<number> {
  const query = db.selectFrom(table).select(sql<number>`coalesce(sum(total), 0)`.as('total'));
  return (await narrowed(query, table, filter).executeTakeFirstOrThrow()).total;
}
