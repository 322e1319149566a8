import type { Connection } from '../../platform/database/connection.ts';

/** What the generated art of games and categories is drawn from. */

const artColumns = ['id', 'name', 'art', 'pictures', 'platform', 'type'] as const;

export function findGameArt(db: Connection, id: number) {
  return db.selectFrom('game').select(artColumns).where('id', '=', id).executeTakeFirst();
}

export function findCategoryArt(db: Connection, id: number) {
  return db.selectFrom('category').select(['name', 'hue']).where('id', '=', id).executeTakeFirst();
}

export function listPopularArt(db: Connection, limit: number) {
  return db.selectFrom('game').select(artColumns).orderBy('rank', 'desc').limit(limit).execute();
}

/** Of the games in a recommendation group, in its order. */
export function listGroupArt(db: Connection, group: string) {
  return db
    .selectFrom('recommendation')
    .innerJoin('game', 'game.id', 'recommendation.game_id')
    .select(['game.id', 'game.name', 'game.art', 'game.pictures', 'game.platform', 'game.type'])
    .where('recommendation.group_name', '=', group)
    .orderBy('recommendation.position')
    .execute();
}
