import { sql } from 'kysely';
import type { Database } from '../platform/database/connection.ts';

/** The same for the quote and its top-up. */
const QUOTE_ID = sql`md5('random-quote-' || id)::uuid`;

/**
 * Writes tens of thousands of sales with their items, keys, top-ups, refunds and returns in a few statements. The same seed writes
 * the same sales. Only what finance reads is written: no accounts, no baskets, no ledger entries.
 */
export async function writeRandomSales(database: Database, payments: number): Promise<void> {
  await database.connection().execute(async (db) => {
    await sql`SET session_replication_role = replica`.execute(db);
    // The full size takes longer than the store allows a statement.
    await sql`SET statement_timeout = 0`.execute(db);
    await sql`SELECT setseed(0.17)`.execute(db);
    await sql`INSERT INTO shop_setting (name, version, value, changed_by, changed_at)
      SELECT 'provider-fees', number, jsonb_build_array(
        jsonb_build_object('provider', 'epoint', 'currency', 'AZN', 'basisPoints', 200 + 55 * number, 'fixed', 7 * number,
          'isReturned', number = 2),
        jsonb_build_object('provider', 'kassa24', 'currency', 'KZT', 'basisPoints', 133 * number, 'fixed', 0,
          'isReturned', true)), 'test', '2026-01-01'::timestamptz + make_interval(days => number * 20)
      FROM generate_series(1, 3) AS number`.execute(db);
    await sql`INSERT INTO key_batch (id, product_id, supplier, cost_cents, key_count) OVERRIDING SYSTEM VALUE
      SELECT 900000 + number, 500000 + number % 40, 'random', 100 + number * 7, 1 FROM generate_series(1, 80) AS number`.execute(
      db,
    );
    await sql`INSERT INTO payment (id, order_id, basket_id, account_id, provider, status, amount, currency, base_cents, rate,
        rate_source, rate_at, language, expires_at, paid_at) OVERRIDING SYSTEM VALUE
      SELECT 800000 + number, 'random-sale-' || lpad(number::text, 8, '0'), gen_random_uuid(), 1,
        CASE WHEN number % 3 = 0 THEN 'kassa24' ELSE 'epoint' END, 'paid', 1 + floor(random() * 500000)::bigint,
        CASE WHEN number % 3 = 0 THEN 'KZT' ELSE 'AZN' END, 100,
        CASE WHEN number % 3 = 0 THEN 480 + random() * 60 ELSE 1.7 END, 'random', now(), 'ru', now(),
        '2026-01-10'::timestamptz + make_interval(secs => random() * 86400 * 70)
      FROM generate_series(1, ${payments}::integer) AS number`.execute(db);
    // Every 13th sale is a top-up: delivered at the cost of its quote or at another one, on its way, or refunded.
    await sql`INSERT INTO top_up_quote (id, service, product_id, name, provider, amount, cost_cents, base_cents, charged,
        charged_currency, rate, rate_source, rate_at, expires_at)
      SELECT ${QUOTE_ID}, 'steam', 500000 + id % 40, 'random', provider, 0, 90 + id % 17, 200, 100000000, currency, rate, 'random',
        now(), now()
      FROM payment WHERE id > 800000 AND id % 13 = 0`.execute(db);
    await sql`INSERT INTO top_up (id, quote_id, language, status, supplier, code, account, cost_cents, paid_at, delivered_at,
        next_try_at) OVERRIDING SYSTEM VALUE
      SELECT id, ${QUOTE_ID}, 'ru', kind.status, 'random', 'RANDOM' || lpad(id::text, 12, '0'), 'player',
        CASE WHEN id % 26 = 0 THEN 80 + id % 23 END, paid_at,
        CASE WHEN kind.status = 1 THEN paid_at + id % 40 * interval '1 hour' END, CASE WHEN kind.status = 3 THEN now() END
      FROM payment, LATERAL (SELECT CASE WHEN id % 5 = 0 THEN 5 WHEN id % 4 = 0 THEN 3 ELSE 1 END) AS kind (status)
      WHERE id > 800000 AND id % 13 = 0`.execute(db);
    await sql`UPDATE payment SET top_up_id = id, basket_id = NULL WHERE id > 800000 AND id % 13 = 0`.execute(db);
    await sql`INSERT INTO order_item (id, payment_id, product_id, name, count, price_cents, amount) OVERRIDING SYSTEM VALUE
      SELECT id * 2 + part, id, 500000 + (id + part * 13) % 40, 'random', 1 + part, 100,
        CASE WHEN id % 2 = 0 THEN amount WHEN part = 0 THEN amount / 3 ELSE amount - amount / 3 END
      FROM payment, generate_series(0, 1) AS part
      WHERE id > 800000 AND (id % 2 = 1 OR part = 0) AND top_up_id IS NULL`.execute(db);
    await sql`INSERT INTO product_key (id, product_id, batch_id, status, master_id, sealed, fingerprint, order_item_id)
      SELECT order_item.id * 4 + piece, product_id, 900001 + (order_item.id + piece) % 80, 'sold', 'm', 'x',
        sha256((order_item.id * 4 + piece)::text::bytea), order_item.id
      FROM order_item, generate_series(1, count) AS piece WHERE payment_id > 800000`.execute(db);
    await sql`INSERT INTO delivery (key_id, order_item_id, delivered_at)
      SELECT product_key.id, order_item_id, paid_at FROM product_key JOIN order_item ON order_item.id = order_item_id
      JOIN payment ON payment.id = payment_id WHERE payment_id > 800000`.execute(db);
    await sql`INSERT INTO refund (id, payment_id, amount, reason, status, refunded_before, next_try_at, done_at)
        OVERRIDING SYSTEM VALUE
      SELECT payment.id * 2 + part, payment.id, CASE part WHEN 0 THEN 1 + payment.amount / 4 ELSE payment.amount - 1 - payment.amount / 4 END,
        'operator', 'done', 0, NULL, paid_at + make_interval(hours => 1 + 30 * part)
      FROM payment, generate_series(0, 1) AS part
      WHERE id > 800000 AND id % 5 = 0 AND amount > 8 AND (part = 0 OR id % 10 = 0)`.execute(db);
    await sql`INSERT INTO refund_item (refund_id, order_item_id, count, amount)
      SELECT refund.id, order_item.id, 1, refund.amount FROM refund
      JOIN order_item ON order_item.payment_id = refund.payment_id
      WHERE refund.payment_id > 800000 AND order_item.payment_id % 2 = 0 AND refund.id % 2 = 0`.execute(db);
    await sql`WITH ended AS (
        DELETE FROM delivery USING order_item WHERE order_item.id = delivery.order_item_id AND payment_id > 800000
          AND payment_id % 7 = 0 RETURNING delivery.*
      ) INSERT INTO key_return (key_id, order_item_id, delivered_at, returned_at)
      SELECT key_id, order_item_id, delivered_at, delivered_at + interval '55 minutes' FROM ended`.execute(db);
    await sql`INSERT INTO ledger_transaction (kind, payment_id, refund_id)
      SELECT 'payment', id, NULL FROM payment WHERE id > 800000 UNION ALL
      SELECT 'refund', payment_id, id FROM refund WHERE payment_id > 800000 UNION ALL
      SELECT 'delivery', id, NULL FROM top_up WHERE delivered_at IS NOT NULL AND id > 800000`.execute(db);
    await sql`SET session_replication_role = DEFAULT`.execute(db);
    await sql`RESET statement_timeout`.execute(db);
    await sql`ANALYZE`.execute(db);
  });
}
