import { MAX_FILTERED_GAMES } from '@oyna/domain/constants';
import { MAIN_ATTRIBUTES } from '@oyna/domain/offer-attributes';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import {
  type Access,
  FEW_GAMES,
  type Filters,
  findAccess,
  gameCondition,
  offerCondition,
  type Scope,
} from './catalogue.filters.ts';
import type { CardRow } from './catalogue.queries.ts';
import type { ListOrder } from './catalogue-lists.queries.ts';
import { specDiscountPercent } from './spec-discount.ts';

/**
 * A filtered list. A card shows the cheapest matching offer that can be bought, else the cheapest matching one without its
 * price. A list is read in one of two ways, so that its cost does not grow with the catalogue: when a filter leaves few
 * games, all of them are read and sorted. Otherwise the index of the order is followed until the page is full.
 */

export interface FilteredPage {
  filters: Filters;
  scope: Scope;
  /** Undefined is the order of `scope.gameIds`. */
  order: ListOrder | undefined;
  limit: number;
  offset: number;
}

export async function listFilteredGames(db: Connection, page: FilteredPage): Promise<CardRow[]> {
  const { filters, scope, order } = page;
  const access = await findAccess(db, filters, scope.categoryId);
  const limit = Math.min(page.limit, MAX_FILTERED_GAMES - page.offset);
  if (access.atMost === 0 || limit <= 0) return [];
  const isShort = scope.gameIds !== undefined || isWholeCheaper(access, page.offset + limit);
  if (order === 'price-desc' && hasPriceOfGame(filters)) return followGames(db, { ...page, limit }, access);
  if (!isShort && (order === 'price' || order === 'price-desc' || order === 'discount')) {
    const rows = await followOffers(db, { ...page, limit, order });
    // Otherwise the list ends here, with games that cannot be bought.
    if (rows.length === limit) return rows;
  }
  return followGames(db, { ...page, limit }, access);
}

/**
 * To follow an order until the page is full reads as many games as the page has, times those of the list that do not match. The games
 * of the filter are read whole when they are less than half as many: each of them is read with its offers.
 */
const isWholeCheaper = ({ atMost, likely, games }: Access, wanted: number): boolean =>
  atMost <= FEW_GAMES || (atMost <= MANY_GAMES && 2 * likely * likely <= wanted * games);
/** The index of the entries is read as far as one of them goes. */
const MANY_GAMES = 20_000;

/** The dearest offers are seldom the cheapest of their game. Without a condition on offers, the game has the price of its card. */
const hasPriceOfGame = ({ platform, type, region, min, max, sale }: Filters): boolean =>
  !sale && min === undefined && max === undefined && [platform, type, region].every((values) => values.length === 0);

/** Equal in both ways, also among equal prices, because the last page of a list may be read the other way. */
const OFFER_ORDERS = {
  price: sql`offer.price_with_discount_cents, offer.id`,
  'price-desc': sql`offer.price_with_discount_cents DESC, offer.id DESC`,
  discount: sql`offer.discount_percent DESC, offer.id`,
};

const card = sql`
  game.id, game.name, offer.type, ${sql.join(MAIN_ATTRIBUTES.map((name) => sql.ref(`offer.${name}`)))}, game.art, game.pictures,
  CASE WHEN offer.available THEN offer.price_cents END AS price_cents,
  CASE WHEN offer.available THEN offer.price_with_discount_cents END AS price_with_discount_cents,
  game.old_price_extra_cents, game.review_stars, category.name AS category_name`;

/** The cheapest matching offer of each game. */
const cheapest = (filters: Filters) => sql`
  CROSS JOIN LATERAL (
    SELECT * FROM product WHERE product.game_id = game.id AND ${offerCondition('product', filters)}
    ORDER BY product.available DESC, product.price_with_discount_cents, product.id LIMIT 1
  ) AS offer`;

async function followGames(db: Connection, { filters, scope, order, limit, offset }: FilteredPage, access: Access) {
  const { rows } = await sql<CardRow>`
    SELECT ${card} FROM game JOIN category ON category.id = game.category_id ${cheapest(filters)}
    WHERE ${gameCondition(scope, filters, access.facets)}
    ORDER BY ${orderOfGames(order, scope, filters)}, game.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

function orderOfGames(order: ListOrder | undefined, { gameIds }: Scope, filters: Filters): RawBuilder<unknown> {
  const orders: Record<ListOrder, RawBuilder<unknown>> = {
    popular: sql`game.rank DESC`,
    price: sql`offer.available DESC, ${OFFER_ORDERS.price}`,
    'price-desc': hasPriceOfGame(filters)
      ? sql`game.price_with_discount_cents DESC NULLS LAST`
      : sql`offer.available DESC, ${OFFER_ORDERS['price-desc']}`,
    name: sql`game.sort_name`,
    new: sql`game.released_on DESC NULLS LAST`,
    discount: sql`offer.available DESC, ${OFFER_ORDERS.discount}`,
    'spec-discount': sql`CASE WHEN offer.available THEN ${specDiscountPercent('offer')} ELSE 0 END DESC`,
  };
  if (order) return orders[order];
  return gameIds ? sql`array_position(${gameIds}::int[], game.id)` : orders.popular;
}

/**
 * Follows an index of the offers. Of a game, only the offer that its card shows is taken. A game that has an offer is in the list
 * unless its genre or type says otherwise, so games are read of the page only.
 */
async function followOffers(
  db: Connection,
  { filters, scope, order, limit, offset }: FilteredPage & { order: keyof typeof OFFER_ORDERS },
): Promise<CardRow[]> {
  const { categoryId } = scope;
  const isOfGame = filters.genre.length > 0 || scope.type !== undefined;
  const { rows } = await sql<CardRow>`
    WITH page AS MATERIALIZED (
      SELECT offer.id FROM product AS offer ${isOfGame ? sql`JOIN game ON game.id = offer.game_id` : sql``}
      WHERE offer.available AND ${offerCondition('offer', filters)} ${isOfGame ? sql`AND ${gameCondition(scope, filters, [])}` : sql``}
        ${categoryId === undefined ? sql`` : sql`AND offer.category_id = ${categoryId}`}
        AND NOT EXISTS (
          SELECT FROM product AS cheaper
          WHERE cheaper.game_id = offer.game_id AND cheaper.available AND ${offerCondition('cheaper', filters)}
            AND (cheaper.price_with_discount_cents, cheaper.id) < (offer.price_with_discount_cents, offer.id))
      ORDER BY ${OFFER_ORDERS[order]} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${card} FROM page JOIN product AS offer ON offer.id = page.id
    JOIN game ON game.id = offer.game_id JOIN category ON category.id = game.category_id
    ORDER BY ${OFFER_ORDERS[order]}`.execute(db);
  return rows;
}
