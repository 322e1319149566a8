import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';

/** Where a text is that should be nowhere: as it is, in hexadecimal, or in one of the three ways base64 can cut it. */
function disguisesOf(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const cuts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and the last character also depend on what stands around.
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
  return [marker, bytes.toString('hex'), ...cuts];
}

export function isIn(text: string, marker: string): boolean {
  const folded = text.toLowerCase();
  return disguisesOf(marker).some((disguise) => text.includes(disguise) || folded.includes(disguise.toLowerCase()));
}

/** The tables, of whatever schema, of which any column of any row holds it. */
export async function findInTables(database: Database, marker: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(database);
  const patterns = disguisesOf(marker).map((disguise) => `%${disguise}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ id: number }>`
      SELECT 1 AS id FROM ${sql.raw(name)} AS t WHERE t::text ILIKE ANY (${patterns}) LIMIT 1`.execute(database);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
