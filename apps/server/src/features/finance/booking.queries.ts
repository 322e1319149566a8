import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface Cursor {
  doneId: number;
  seenId: number;
  keysAt: Date;
  /** No transaction runs any more that can still commit a ledger transaction up to `seenId`. */
  isSettled: boolean;
}

/**
 * Undefined while another worker books. Ids are given out before the commit, so a transaction with a lower id may commit
 * later. The cursor passes an id only after every transaction that ran when it was seen has ended. A restored database
 * counts its transactions anew, and the old ones have ended.
 */
export async function lockCursor(db: Connection): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    SELECT done_id AS "doneId", seen_id AS "seenId", keys_at AS "keysAt",
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= seen_xid
        OR pg_snapshot_xmax(pg_current_snapshot())::text::bigint < seen_xid AS "isSettled"
    FROM finance_cursor FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0];
}

/** Waits for the worker that books, and keeps others waiting. */
export async function lockCursorAndWait(db: Connection): Promise<void> {
  await sql`SELECT FROM finance_cursor FOR UPDATE`.execute(db);
}

/** Ledger transactions that change what a payment earned, in the order of their ids. */
export async function listLedgerChanges(
  db: Connection,
  { doneId, seenId }: Cursor,
  limit: number,
): Promise<{ id: number; paymentId: number }[]> {
  const { rows } = await sql<{ id: number; paymentId: number }>`
    SELECT id, payment_id AS "paymentId" FROM ledger_transaction
    WHERE id > ${doneId} AND id <= ${seenId} AND kind IN ('payment', 'refund', 'delivery')
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Payments with a returned or replaced key. The time before it is looked at again, because commits take a moment. */
export async function listKeyChanges(db: Connection, since: Date, overlapSeconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT order_item.payment_id AS id FROM (
      SELECT order_item_id FROM key_return
        WHERE returned_at > ${since}::timestamptz - make_interval(secs => ${overlapSeconds})
      UNION ALL
      SELECT order_item_id FROM delivery WHERE replaces_key_id IS NOT NULL
        AND delivered_at > ${since}::timestamptz - make_interval(secs => ${overlapSeconds})
    ) AS changed JOIN order_item ON order_item.id = changed.order_item_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The cursor stays between the last booked id and the next one that is seen. */
export async function moveCursor(db: Connection, doneId: number, isAtEnd: boolean): Promise<void> {
  if (!isAtEnd) {
    await sql`UPDATE finance_cursor SET done_id = ${doneId}`.execute(db);
    return;
  }
  await sql`
    UPDATE finance_cursor SET done_id = seen_id, keys_at = now(),
      seen_id = greatest(seen_id, (SELECT coalesce(max(id), 0) FROM ledger_transaction)),
      seen_xid = pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(db);
}

/**
 * Brings sales_movement, sales_day and the ledger up to what the sources say about these payments, and writes only what
 * differs. Each is compared by itself, so a fault of one is not carried into another. A repeated call changes nothing. Returns
 * how many movements differed, or bookings where the movement was right.
 */
export async function bookPayments(db: Connection, paymentIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH fact AS MATERIALIZED (
      SELECT * FROM sales_facts(${paymentIds}::bigint[])
    ), known AS (
      SELECT * FROM sales_movement WHERE payment_id = ANY (${paymentIds}::bigint[])
    ), change AS MATERIALIZED (
      SELECT payment_id, product_id, at, shop_day(at) AS day, coalesce(fact.provider, known.provider) AS provider,
        coalesce(fact.currency, known.currency) AS currency,
        coalesce(fact.sold, 0) - coalesce(known.sold, 0) AS sold,
        coalesce(fact.sales, 0) - coalesce(known.sales, 0) AS sales,
        coalesce(fact.refunds, 0) - coalesce(known.refunds, 0) AS refunds,
        coalesce(fact.fees, 0) - coalesce(known.fees, 0) AS fees,
        coalesce(fact.cost, 0) - coalesce(known.cost, 0) AS cost,
        coalesce(fact.cost_cents, 0) - coalesce(known.cost_cents, 0) AS cost_cents
      FROM fact FULL JOIN known USING (payment_id, product_id, at)
    ), differing AS MATERIALIZED (
      SELECT * FROM change WHERE (sold, sales, refunds, fees, cost, cost_cents) <> (0, 0, 0, 0, 0, 0)
    ), written AS (
      INSERT INTO sales_movement AS kept (payment_id, product_id, at, day, provider, currency, sold, sales, refunds, fees,
        cost, cost_cents)
      SELECT * FROM differing
      ON CONFLICT (payment_id, product_id, at) DO UPDATE SET sold = kept.sold + excluded.sold,
        sales = kept.sales + excluded.sales, refunds = kept.refunds + excluded.refunds, fees = kept.fees + excluded.fees,
        cost = kept.cost + excluded.cost, cost_cents = kept.cost_cents + excluded.cost_cents
    ), summed AS (
      INSERT INTO sales_day AS kept (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
      SELECT day, provider, product_id, currency, sum(sold), sum(sales), sum(refunds), sum(fees), sum(cost), sum(cost_cents)
      FROM differing GROUP BY day, provider, product_id, currency
      ON CONFLICT (day, provider, product_id, currency) DO UPDATE SET sold = kept.sold + excluded.sold,
        sales = kept.sales + excluded.sales, refunds = kept.refunds + excluded.refunds, fees = kept.fees + excluded.fees,
        cost = kept.cost + excluded.cost, cost_cents = kept.cost_cents + excluded.cost_cents
    ), wanted AS (
      SELECT 'fee' AS kind, payment_id, at, currency, sum(fees) AS amount FROM fact GROUP BY payment_id, at, currency
      UNION ALL
      SELECT 'cost', payment_id, at, 'USD', sum(cost_cents) FROM fact GROUP BY payment_id, at
    ), booked AS (
      SELECT kind, payment_id, booked_at AS at, currency, sum(amount) AS amount
      FROM ledger_transaction JOIN ledger_entry ON transaction_id = ledger_transaction.id AND account = kind
      WHERE payment_id = ANY (${paymentIds}::bigint[]) AND step IS NOT NULL GROUP BY kind, payment_id, booked_at, currency
    ), lacking AS (
      SELECT kind, payment_id, at, currency, coalesce(wanted.amount, 0) - coalesce(booked.amount, 0) AS amount
      FROM wanted FULL JOIN booked USING (kind, payment_id, at, currency)
      WHERE coalesce(wanted.amount, 0) <> coalesce(booked.amount, 0)
    ), due AS (
      SELECT lacking.*, CASE lacking.kind WHEN 'fee' THEN 'provider:' || payment.provider
        ELSE coalesce('supplier:' || top_up.supplier, 'stock') END AS counterpart
      FROM lacking JOIN payment ON payment.id = lacking.payment_id LEFT JOIN top_up ON top_up.id = payment.top_up_id
    ), numbered AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY payment_id, kind ORDER BY at) + (SELECT coalesce(max(step), 0)
        FROM ledger_transaction AS earlier WHERE earlier.payment_id = due.payment_id AND earlier.kind = due.kind
          AND earlier.step IS NOT NULL) AS step
      FROM due
    ), movement AS (
      INSERT INTO ledger_transaction (kind, payment_id, step, booked_at)
      SELECT kind, payment_id, step, at FROM numbered ORDER BY at RETURNING id, kind, payment_id, step
    ), entries AS (
      INSERT INTO ledger_entry (transaction_id, account, currency, amount)
      SELECT movement.id, entry.account, numbered.currency, entry.amount
      FROM movement JOIN numbered USING (kind, payment_id, step),
        LATERAL (VALUES (numbered.kind, numbered.amount), (numbered.counterpart, -numbered.amount)) AS entry (account, amount)
    )
    SELECT ((SELECT count(*) FROM differing) + (SELECT count(*) FROM numbered WHERE NOT EXISTS (
      SELECT FROM differing WHERE differing.payment_id = numbered.payment_id AND differing.at = numbered.at)))::integer
      AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Paid payments by id, those of the last days or all of them. */
export async function listPaidIds(
  db: Connection,
  { afterId, lastDays, limit }: { afterId: number; lastDays: number | undefined; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payment WHERE id > ${afterId} AND paid_at IS NOT NULL
      AND (${lastDays ?? null}::integer IS NULL OR created_at > now() - make_interval(days => ${lastDays ?? null}::integer))
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sums sales_movement anew. Returns how many sums were wrong. The caller has locked the cursor. */
export async function rebuildDays(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH truth AS MATERIALIZED (
      SELECT day, provider, product_id, currency, sum(sold)::bigint AS sold, sum(sales)::bigint AS sales,
        sum(refunds)::bigint AS refunds, sum(fees)::bigint AS fees, sum(cost)::bigint AS cost,
        sum(cost_cents)::bigint AS cost_cents
      FROM sales_movement GROUP BY day, provider, product_id, currency
    ), wrong AS MATERIALIZED (
      SELECT truth.*, kept.day IS NULL AS is_missing
      FROM truth LEFT JOIN sales_day AS kept USING (day, provider, product_id, currency)
      WHERE (truth.sold, truth.sales, truth.refunds, truth.fees, truth.cost, truth.cost_cents) IS DISTINCT FROM
        (kept.sold, kept.sales, kept.refunds, kept.fees, kept.cost, kept.cost_cents)
    ), written AS (
      INSERT INTO sales_day (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
      SELECT day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents FROM wrong
      ON CONFLICT (day, provider, product_id, currency) DO UPDATE SET sold = excluded.sold, sales = excluded.sales,
        refunds = excluded.refunds, fees = excluded.fees, cost = excluded.cost, cost_cents = excluded.cost_cents
    ), removed AS (
      DELETE FROM sales_day WHERE NOT EXISTS (SELECT FROM truth WHERE truth.day = sales_day.day
        AND truth.provider = sales_day.provider AND truth.product_id = sales_day.product_id
        AND truth.currency = sales_day.currency) RETURNING day
    )
    SELECT ((SELECT count(*) FROM wrong) + (SELECT count(*) FROM removed))::integer AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Sums sales_day anew, which triggers do at each change. Returns how many totals were wrong. */
export async function rebuildTotals(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH truth AS MATERIALIZED (
      SELECT day, provider, currency, count(*) AS products, sum(sold)::bigint AS sold, sum(sales)::bigint AS sales,
        sum(refunds)::bigint AS refunds, sum(fees)::bigint AS fees, sum(cost)::bigint AS cost,
        sum(cost_cents)::bigint AS cost_cents
      FROM sales_day GROUP BY day, provider, currency
    ), wrong AS (
      INSERT INTO sales_day_total AS kept
        (day, provider, currency, products, sold, sales, refunds, fees, cost, cost_cents)
      SELECT day, provider, currency, products, sold, sales, refunds, fees, cost, cost_cents FROM truth
      ON CONFLICT (day, provider, currency) DO UPDATE SET products = excluded.products, sold = excluded.sold,
        sales = excluded.sales, refunds = excluded.refunds, fees = excluded.fees, cost = excluded.cost,
        cost_cents = excluded.cost_cents
      WHERE (kept.products, kept.sold, kept.sales, kept.refunds, kept.fees, kept.cost, kept.cost_cents) <>
        (excluded.products, excluded.sold, excluded.sales, excluded.refunds, excluded.fees, excluded.cost,
          excluded.cost_cents)
      RETURNING day
    ), removed AS (
      DELETE FROM sales_day_total AS kept WHERE (products, sold, sales, refunds, fees, cost, cost_cents) <> (0, 0, 0, 0, 0, 0, 0)
        AND NOT EXISTS (SELECT FROM truth
        WHERE truth.day = kept.day AND truth.provider = kept.provider AND truth.currency = kept.currency) RETURNING day
    )
    SELECT ((SELECT count(*) FROM wrong) + (SELECT count(*) FROM removed))::integer AS count`.execute(db);
  return rows[0]?.count ?? 0;
}
