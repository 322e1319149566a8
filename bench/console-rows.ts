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

const CHANGES = 10_000;

/**
 * What operators and buyers leave in a year: an audit log as long as the orders, reviews, promo codes, changes of prices, approvals
 * and reconciled days. The chain of the audit log is not computed, so `shop check` would find a fault in this database.
 */
export async function addHistory(database: Database, orders: number): Promise<void> {
  const { rows } = await sql<{ isFilled: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entry WHERE action = 'bench') AS "isFilled"`.execute(database);
  if (rows[0]?.isFilled) return;
  await database.transaction().execute(async (transaction) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(transaction);
    // Triggers would read and write one row after the other.
    await run(sql`SET LOCAL session_replication_role = replica`);
    await run(sql`
      INSERT INTO audit_entry (done_at, actor, action, subject, details, position)
      SELECT now() - i * (interval '1 year' / ${orders}::integer), 'shop', CASE WHEN i % 20 = 0 THEN 'bench' ELSE 'order-refund' END,
        'order ' || coalesce(payment.order_id, i::text), '{"amount": 5}', head.position + i
      FROM generate_series(1, ${orders}::integer) AS i CROSS JOIN audit_head AS head LEFT JOIN payment ON payment.id = i`);
    await run(sql`UPDATE audit_head SET position = position + ${orders}::integer`);
    await run(sql`
      INSERT INTO review (game_id, account_id, rating, nickname, text, language, status, held_for, hidden_reason, was_hidden, created_at)
      SELECT game.id, account.id, 1 + account.id % 5, 'Buyer ' || account.id, 'Works as described', 'ru', state.status,
        CASE WHEN state.status = 'waiting' THEN '{link}'::text[] ELSE '{}' END,
        CASE WHEN state.status = 'hidden' THEN 'spam' END, state.status = 'hidden', now() - account.id * interval '1 minute'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM account ORDER BY id LIMIT ${CHANGES * 10}::integer) AS account
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS games FROM game) AS game
        ON game.place = account.place % game.games
      CROSS JOIN LATERAL (SELECT CASE WHEN account.place % 100 = 0 THEN 'waiting' WHEN account.place % 100 = 1 THEN 'hidden'
        ELSE 'published' END AS status) AS state
      ON CONFLICT DO NOTHING`);
    await run(sql`
      INSERT INTO promo_code (code, percent, used, created_at)
      SELECT 'BENCH' || i, 5, i % 7, now() - i * interval '1 hour' FROM generate_series(1, ${CHANGES}::integer) AS i`);
    await run(sql`
      WITH change AS (
        INSERT INTO price_change (title, status, starts_at, created_by, created_at, applied_at)
        SELECT 'Change ' || i, 'applied', now() - i * interval '1 hour', 'shop', now() - i * interval '1 hour', now() - i * interval '1 hour'
        FROM generate_series(1, ${CHANGES}::integer) AS i RETURNING id
      )
      INSERT INTO price_change_item (price_change_id, product_id, old_price_cents, old_discount_price_cents, new_price_cents,
        new_discount_price_cents, applied_version)
      SELECT change.id, product.id, 500, 500, 600, 600, 1 FROM change CROSS JOIN (SELECT id FROM product ORDER BY id LIMIT 20) AS product`);
    await run(sql`
      INSERT INTO approval (kind, subject, request, facts, requester, requested_at, expires_at, status, decider, decided_at)
      SELECT 'refund', 'order ' || i, '{}', '{}', 'shop', now() - i * interval '1 hour', now() - i * interval '1 hour' + interval '1 day',
        'done', 'shop', now() - i * interval '1 hour'
      FROM generate_series(1, ${CHANGES}::integer) AS i`);
    await run(sql`
      INSERT INTO reconciliation (provider, day, file_name, file_hash, loaded_by, closed_at, closed_by, closed_sums, closed_counts)
      SELECT provider, current_date - i, provider || '.csv', '\\x00', 'shop', now(), 'shop', '[]',
        '{"matched": 900, "onlyTheirs": 0, "onlyOurs": 0, "different": 0, "open": 0}'
      FROM generate_series(1, 360) AS i CROSS JOIN (VALUES ('epoint'), ('platron'), ('kassa24')) AS known (provider)`);
  });
  await sql`VACUUM (ANALYZE)`.execute(database);
}
