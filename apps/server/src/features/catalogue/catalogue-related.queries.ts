import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { gameColumns } from './catalogue.queries.ts';

/** Each place where similar games are looked for gives so many. */
const CANDIDATES = 40;

/**
 * The game, the games that belong to it or that it belongs to, and those that may be similar: the most popular of the
 * same series, publisher and category, and of the store. Each part ends after a few rows of an index, so the cost does not
 * grow with the catalogue.
 */
export function listRelated(db: Connection, id: number) {
  const own = (column: string) => sql`(SELECT ${sql.ref(column)} FROM game WHERE id = ${id})`;
  const most = (condition: ReturnType<typeof sql>) =>
    sql`(SELECT id FROM game WHERE ${condition} ORDER BY rank DESC, id LIMIT ${CANDIDATES})`;
  const root = sql`(SELECT coalesce(base_game_id, id) FROM game WHERE id = ${id})`;
  const ids = sql<number>`
    SELECT id FROM game WHERE base_game_id = ${root}
    UNION SELECT id FROM game WHERE id IN (${id}, ${root})
    UNION ${most(sql`series = ${own('series')}`)}
    UNION ${most(sql`publisher = ${own('publisher')}`)}
    UNION ${most(sql`category_id = ${own('category_id')}`)}
    UNION ${most(sql`true`)}`;
  return db
    .selectFrom('game')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select([
      ...gameColumns,
      'game.genres',
      'game.developer',
      'game.publisher',
      'game.series',
      'game.rank',
      'game.released_on',
      'game.relation',
      'game.base_game_id',
    ])
    .where(sql<boolean>`game.id IN (${ids})`)
    .where('offer_count', '>', 0)
    .execute();
}

export function listSoldGames(db: Connection, ids: number[]) {
  return db
    .selectFrom('game')
    .innerJoin('category', 'category.id', 'game.category_id')
    .select(gameColumns)
    .where('game.id', 'in', ids)
    .where('offer_count', '>', 0)
    .execute();
}

export type RelatedRow = Awaited<ReturnType<typeof listRelated>>[number];
