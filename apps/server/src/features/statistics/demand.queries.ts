import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

/** A day of the store as YYYY-MM-DD. Undefined is today. */
export type ShopDay = string | undefined;

const dayOf = (day: ShopDay): RawBuilder<string> => (day === undefined ? sql`shop_day(now())` : sql`${day}::date`);

/** In the order of the ids, so that two nodes never wait for each other. Games that do not exist are left out. */
export async function addViews(db: Connection, views: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...views.keys()];
  await sql`
    INSERT INTO game_view (game_id, day, views)
    SELECT game.id, shop_day(now()), seen.views
    FROM unnest(${ids}::int[], ${ids.map((id) => views.get(id))}::int[]) AS seen (id, views) JOIN game USING (id)
    ORDER BY game.id
    ON CONFLICT (game_id, day) DO UPDATE SET views = game_view.views + excluded.views`.execute(db);
}

/** Games whose demand is another than what is stored, by id. */
export async function listDemandChanges(
  db: Connection,
  day: ShopDay,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; demand: number }[]> {
  const { rows } = await sql<{ id: number; demand: number }>`
    SELECT game.id, coalesce(scored.demand, 0) AS demand
    FROM game LEFT JOIN game_demand(${dayOf(day)}) AS scored ON scored.game_id = game.id
    WHERE game.id > ${after} AND game.demand <> coalesce(scored.demand, 0) ORDER BY game.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Products first, as all changes of the catalogue lock them. */
export async function writeDemand(db: Connection, changes: readonly { id: number; demand: number }[]): Promise<void> {
  const scored = sql`unnest(${changes.map(({ id }) => id)}::int[], ${changes.map(({ demand }) => demand)}::smallint[])
    AS scored (id, demand)`;
  await sql`UPDATE product SET demand = scored.demand FROM ${scored} WHERE product.game_id = scored.id`.execute(db);
  await sql`UPDATE game SET demand = scored.demand FROM ${scored} WHERE game.id = scored.id`.execute(db);
}

/** Views that no longer count. */
export async function removeOldViews(db: Database, day: ShopDay): Promise<void> {
  await deleteInBatches(db, 'game_view', sql`day <= ${dayOf(day)} - 56`);
}
