import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** In one order of the languages, so that two nodes never wait for each other. */
export async function addVisits(db: Connection, visits: ReadonlyMap<Language, number>): Promise<void> {
  const rows = [...visits].toSorted(([one], [other]) => one.localeCompare(other));
  await db
    .insertInto('visit_count')
    .values(
      rows.map(([language, count]) => ({
        day: sql<string>`(now() AT TIME ZONE 'UTC')::date`,
        language,
        visits: count,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'language']).doUpdateSet({ visits: sql`visit_count.visits + excluded.visits` }),
    )
    .execute();
}

/** The newest days with visits, one row per day and language. */
export function listVisits(db: Connection, days: number) {
  return db
    .selectFrom('visit_count')
    .selectAll()
    .where('day', 'in', (query) =>
      query.selectFrom('visit_count').select('day').distinct().orderBy('day', 'desc').limit(days),
    )
    .orderBy('day', 'desc')
    .execute();
}
