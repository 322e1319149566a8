import { sql } from 'kysely';
import type { Connection, Database } from '../platform/database/connection.ts';

/** Damages the data, runs the check and rolls everything back. */
export async function afterHarm<Answer>(
  database: Database,
  statements: readonly string[],
  ask: (transaction: Connection) => Promise<Answer>,
): Promise<Answer> {
  const transaction = await database.startTransaction().execute();
  try {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    return await ask(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
