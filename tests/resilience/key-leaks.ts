import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';

/** The forms in which a secret can appear: plain, hexadecimal, and base64 at each of its three offsets. */
function listEncodings(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const cuts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and the last character also depend on the neighbouring bytes.
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
  return [marker, bytes.toString('hex'), ...cuts];
}

export function isIn(text: string, marker: string): boolean {
  const folded = text.toLowerCase();
  return listEncodings(marker).some((encoding) => text.includes(encoding) || folded.includes(encoding.toLowerCase()));
}

/** The tables, of any schema, that contain the marker in any column. */
export async function findInTables(database: Database, marker: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(database);
  const patterns = listEncodings(marker).map((encoding) => `%${encoding}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ id: number }>`
      SELECT 1 AS id FROM ${sql.raw(name)} AS t WHERE t::text ILIKE ANY (${patterns}) LIMIT 1`.execute(database);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
