import type { Language } from '@oyna/domain/constants';
import { MAIN_ATTRIBUTES, OFFER_ATTRIBUTES } from '@oyna/domain/offer-attributes';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { DETAIL_COLUMNS } from './catalogue-details.schemas.ts';

export const gameColumns = [
  'game.id',
  'game.name',
  'game.type',
  ...MAIN_ATTRIBUTES.map((name) => `game.${name}` as const),
  'game.art',
  'game.pictures',
  'game.price_cents',
  'game.price_with_discount_cents',
  'game.old_price_extra_cents',
  'game.review_stars',
  'category.name as category_name',
] as const;

const productColumns = [
  'product.id',
  'product.name',
  'product.type',
  'product.edition',
  ...OFFER_ATTRIBUTES.map((name) => `product.${name}` as const),
  'product.available',
  'product.price_cents',
  'product.price_with_discount_cents',
  'game.id as game_id',
  'game.name as game_name',
  'game.art',
  'game.pictures',
  'game.platform as game_platform',
  'game.type as game_type',
  'game.old_price_extra_cents',
  'category.name as category_name',
] as const;

/** What a card shows. */
export type CardRow = Awaited<ReturnType<typeof listGamesByIds>>[number];

/** By id, so that a game stays on its page when later games are added or removed. */
export function listGameChanges(db: Connection, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('game')
    .select(['id', sql<string>`to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`.as('updatedOn')])
    .where('offer_count', '>', 0)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Game ids in the order given, as a page of cards. */
export async function listGamesByIds(db: Connection, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('game')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select(gameColumns)
    .where('game.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function findGame(db: Connection, id: number, language: Language) {
  return db
    .selectFrom('game')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select([...gameColumns, 'game.genres', 'game.developer', 'game.publisher', 'game.released_on', ...DETAIL_COLUMNS])
    .select(sql<string>`game.description ->> ${language}`.as('description'))
    .where('game.id', '=', id)
    .where('offer_count', '>', 0)
    .executeTakeFirst();
}

export function products(db: Connection) {
  return db
    .selectFrom('product')
    .innerJoin('game', 'game.id', 'product.game_id')
    .innerJoin('category', 'category.id', 'product.category_id')
    .select(productColumns);
}

export function listOffers(db: Connection, gameId: number, language: Language) {
  return withTexts(products(db), language)
    .where('product.game_id', '=', gameId)
    .orderBy('product.position')
    .orderBy('product.id')
    .execute();
}

export function findProduct(db: Connection, id: number, language: Language) {
  return withTexts(products(db), language).where('product.id', '=', id).executeTakeFirst();
}

function withTexts(query: ReturnType<typeof products>, language: Language) {
  return query
    .innerJoin('instruction', 'instruction.name', 'product.instruction_name')
    .select(sql<string>`game.description ->> ${language}`.as('description'))
    .select(sql<string>`instruction.body ->> ${language}`.as('instruction'));
}

/** Those of the facets that a game has. */
export async function listKnownFacets(db: Connection, facets: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('facet_total')
    .select('facet')
    .distinct()
    .where('facet', 'in', facets)
    .where('games', '>', 0)
    .execute();
  return rows.map(({ facet }) => facet);
}

export async function listSubscriptionIds(db: Connection, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('game')
    .select('id')
    .where('type', '=', 'Subscription')
    .where('offer_count', '>', 0)
    .orderBy('rank', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Games of one type with one of these names. */
export async function listNamedIds(db: Connection, type: string, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('game')
    .select('id')
    .where(
      'sort_name',
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .where('name', 'in', names)
    .where('type', '=', type)
    .where('offer_count', '>', 0)
    .orderBy('rank', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** By its stable name, or by its title in any language, whatever the case. */
export function findCategory(db: Connection, name: string) {
  return db
    .selectFrom('category')
    .select('id')
    .where(
      sql<boolean>`lower(${name}) IN (lower(name), lower(title ->> 'ru'), lower(title ->> 'en'), lower(title ->> 'kz'))`,
    )
    .orderBy('id')
    .executeTakeFirst();
}

export function listCategories(db: Connection, language: Language) {
  return db
    .selectFrom('category')
    .select(['id', 'name', 'hue', 'pictures', sql<string>`title ->> ${language}`.as('title')])
    .select((eb) =>
      eb
        .selectFrom('game_total')
        .select(sql<number>`coalesce(sum(total), 0)`.as('total'))
        .whereRef('category_id', '=', 'category.id')
        .as('game_count'),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function listRecommendations(db: Connection, language: Language) {
  return db
    .selectFrom('recommendation_group')
    .innerJoin('recommendation', 'recommendation.group_name', 'recommendation_group.name')
    .innerJoin('game', 'game.id', 'recommendation.game_id')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select([
      'recommendation_group.name as group_name',
      sql<string>`recommendation_group.title ->> ${language}`.as('group_title'),
    ])
    .select(gameColumns)
    .where('game.offer_count', '>', 0)
    .orderBy('recommendation_group.position')
    .orderBy('recommendation_group.name')
    .orderBy('recommendation.position')
    .execute();
}
