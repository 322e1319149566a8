import { sql } from 'kysely';
import type { Database } from '../apps/server/src/platform/database/connection.ts';

/**
 * Jobs that a store with so many orders has: as many jobs as orders, most of them done, and as many in the outbox. They are
 * kept with the orders, and added when they are missing.
 */
export async function addJobs(database: Database, orders: number): Promise<void> {
  const { rows } = await sql<{ isFilled: boolean }>`
    SELECT EXISTS (SELECT FROM outbox) AS "isFilled"`.execute(database);
  if (rows[0]?.isFilled) return;
  await sql`
    INSERT INTO pgboss.job (name, data, state, created_on, start_after, completed_on)
    SELECT 'order-messages', jsonb_build_object('kind', 'paid', 'orderId', i),
      (CASE WHEN i % 20 < 18 THEN 'completed' WHEN i % 20 = 18 THEN 'created' ELSE 'retry' END)::pgboss.job_state,
      now() - i * interval '1 second', now() - i * interval '1 second', CASE WHEN i % 20 < 18 THEN now() END
    FROM generate_series(1, ${orders}::integer) AS i`.execute(database);
  await sql`
    INSERT INTO pgboss.job (name, data, source_name, source_output, created_on)
    SELECT 'dead-letters', jsonb_build_object('kind', 'paid', 'orderId', i), 'order-messages',
      jsonb_build_object('message', 'Mailbox full'), now() - i * interval '1 minute'
    FROM generate_series(1, ${Math.round(orders / 100)}::integer) AS i`.execute(database);
  await sql`
    INSERT INTO outbox (queue, data)
    SELECT 'order-messages', jsonb_build_object('kind', 'paid', 'orderId', i)
    FROM generate_series(1, ${orders}::integer) AS i`.execute(database);
  await sql`ANALYZE`.execute(database);
}
