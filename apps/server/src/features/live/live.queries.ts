import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Notifies the console of orders that were paid in the last seconds, except those in `known`. Returns their ids. */
export async function reportPaidOrders(db: Connection, seconds: number, known: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_known: boolean }>`
    WITH paid AS (
      SELECT id, order_id, id = ANY (${known}::bigint[]) AS is_known FROM payment
      WHERE paid_at > now() - make_interval(secs => ${seconds})
    )
    SELECT id, is_known, CASE WHEN NOT is_known THEN pg_notify('console', 'order ' || order_id) END FROM paid`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
