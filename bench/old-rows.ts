import { sql } from 'kysely';
import type { Database } from '../apps/server/src/platform/database/connection.ts';

/** Rows that retention has to delete, as after some weeks in which it did not run. They are added before each measurement. */
export async function addOldRows(database: Database, size: number): Promise<Record<string, number>> {
  const counts = {
    account_session: Math.round(300_000 * size),
    notification: Math.round(400_000 * size),
    rate_limit: Math.round(200_000 * size),
    account_code: Math.round(100_000 * size),
    order_link: Math.round(100_000 * size),
    operator_event: Math.round(200_000 * size),
    operator_request: Math.round(100_000 * size),
    top_up_quote: Math.round(200_000 * size),
    'pgboss.job': Math.round(400_000 * size),
  };
  const series = (rows: number) => sql`generate_series(1, ${rows}::integer) AS i`;
  const run = String(Date.now());
  await sql`INSERT INTO account_session (account_id, token_hash, user_agent, address, created_at, used_at, expires_at)
    SELECT 1 + i % 1000, sha256((${run}::text || i)::bytea), 'bench', '198.51.100.7', now() - interval '60 days',
      now() - interval '40 days', now() - i * interval '1 second'
    FROM ${series(counts.account_session)}`.execute(database);
  await sql`INSERT INTO notification (account_id, kind, data, created_at)
    SELECT 1 + i % 1000, 'delivered', '{"orderId": "bench"}', now() - interval '100 days' - i * interval '1 second'
    FROM ${series(counts.notification)}`.execute(database);
  await sql`INSERT INTO rate_limit (name, used, resets_at)
    SELECT 'bench ' || ${run}::text || i, 1, now() - i * interval '1 second' FROM ${series(counts.rate_limit)}`.execute(
    database,
  );
  await sql`INSERT INTO account_code (account_id, purpose, target, code_hash, attempts_left, expires_at)
    SELECT i, 'email', 'bench', sha256((${run}::text || i)::bytea), 0, now() - i * interval '1 second'
    FROM ${series(counts.account_code)} ON CONFLICT DO NOTHING`.execute(database);
  await sql`INSERT INTO order_link (payment_id, token_hash, channel, expires_at)
    SELECT i, sha256((${run}::text || i)::bytea), 'mail', now() - i * interval '1 second'
    FROM ${series(counts.order_link)}`.execute(database);
  await sql`INSERT INTO operator_event (kind, subject, created_at)
    SELECT 'low-stock', i, now() - interval '31 days' - i * interval '1 second' FROM ${series(counts.operator_event)}`.execute(
    database,
  );
  await sql`INSERT INTO operator_request (operator_id, key, answer, created_at)
    SELECT (SELECT min(id) FROM operator), gen_random_uuid()::text, '{}', now() - interval '2 days' FROM ${series(counts.operator_request)}`.execute(
    database,
  );
  await sql`INSERT INTO top_up_quote (service, product_id, name, provider, amount, currency, cost_cents, base_cents, charged,
      charged_currency, rate, rate_source, rate_at, expires_at)
    SELECT 'steam', 278, 'Steam', 'epoint', 1000, 'KZT', 200, 220, 2200, 'KZT', 5.5, 'bench', now(), now() - interval '2 days'
    FROM ${series(counts.top_up_quote)}`.execute(database);
  await sql`INSERT INTO pgboss.job (name, data, state, created_on, start_after, completed_on, deletion_seconds)
    SELECT 'order-messages', '{}', 'completed', now() - interval '2 days', now() - interval '2 days', now() - interval '1 day', 3600
    FROM ${series(counts['pgboss.job'])}`.execute(database);
  return counts;
}
