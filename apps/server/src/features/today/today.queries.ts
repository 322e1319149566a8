import { TOP_UP_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { DEAD_LETTERS } from '../../platform/jobs/jobs.ts';
import type { TaskKind } from './task-kinds.ts';

/** Something that waits for a person. */
export interface Task {
  kind: TaskKind;
  /** The claim by its key, the message, the alert, the request or the job. */
  id: string;
  since: Date;
  /** The product, the reason, the supplier or the kind of a request; never personal data. */
  text: string;
  orderId: string | null;
  number: string | null;
  /** Where money without an order is looked for, or the registry that differs. */
  reconciliation: { provider: string; day: string } | null;
  /** Of an offer that is sold below its cost, in US cents. */
  marginCents: number | null;
  /** How many of this kind wait, this one included. */
  total: number;
}

/** The oldest of each kind, and how many there are. */
export async function listTasks(
  db: Connection,
  { kinds, approvals, operatorId }: { kinds: readonly TaskKind[]; approvals: readonly string[]; operatorId: number },
  perKind: number,
): Promise<Task[]> {
  const { rows } = await sql<Task>`
    WITH task (kind, id, since, text, "orderId", number, provider) AS (
      SELECT 'approval', id::text, requested_at, kind, NULL, NULL, NULL FROM approval
        WHERE status = 'waiting' AND expires_at > now() AND kind = ANY (${approvals}::text[])
          AND requested_by IS DISTINCT FROM ${operatorId}
      UNION ALL SELECT 'claim', key_claim.key_id::text, key_claim.created_at, order_item.name, payment.order_id, payment.number,
          NULL
        FROM key_claim JOIN delivery ON delivery.key_id = key_claim.key_id
        JOIN order_item ON order_item.id = delivery.order_item_id JOIN payment ON payment.id = order_item.payment_id
        WHERE key_claim.status = 'open'
      UNION ALL SELECT 'review', order_id, created_at, coalesce(detail, ''), order_id, number, NULL FROM payment
        WHERE status = 'review'
      UNION ALL SELECT 'refund-failed', order_id, created_at, coalesce(detail, ''), order_id, number, NULL FROM payment
        WHERE status = 'refund-failed'
      UNION ALL SELECT 'top-up', payment.order_id, coalesce(top_up.unanswered_since, top_up.paid_at, payment.created_at),
          coalesce(top_up.detail, top_up.supplier), payment.order_id, payment.number, NULL
        FROM top_up JOIN payment ON payment.top_up_id = top_up.id
        WHERE top_up.status = ${TOP_UP_STATUS.inDelivery}
          AND (top_up.is_held OR top_up.unanswered_since < now() - interval '5 minutes')
      UNION ALL SELECT CASE WHEN kind IN ('supplier-balance', 'supplier-refused') THEN 'supplier' ELSE 'money' END,
          payment_alert.id::text, payment_alert.created_at, payment_alert.provider || ': ' || payment_alert.detail,
          payment.order_id, payment.number,
          CASE WHEN payment.id IS NULL AND kind = 'unknown-order' THEN payment_alert.provider END
        FROM payment_alert LEFT JOIN payment ON payment.id = payment_alert.payment_id
        WHERE resolved_at IS NULL AND kind <> 'refund-failed'
          AND (payment.status IS NULL OR payment.status <> 'review')
      UNION ALL SELECT 'rates', currency, fetched_at, currency, NULL, NULL, NULL FROM currency_rate WHERE stale
      UNION ALL SELECT 'dead-letter', id::text, created_on, coalesce(source_name, ''), NULL, NULL, NULL FROM pgboss.job
        WHERE name = ${DEAD_LETTERS} AND state = 'created' AND NOT blocked
      UNION ALL SELECT 'message', id::text, created_at, topic, NULL, NULL, NULL FROM support_message WHERE status = 'open'
      UNION ALL SELECT 'customer-review', review.id::text, coalesce(edited_at, review.created_at), game.name, NULL, NULL, NULL
        FROM review JOIN game ON game.id = review.game_id WHERE review.status = 'waiting'
      UNION ALL SELECT 'low-stock', product.id::text, level.low_since, product.name || ': ' || level.available, NULL, NULL,
          NULL
        FROM stock_level AS level JOIN product ON product.id = level.product_id WHERE level.low_since IS NOT NULL
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY kind)::integer AS total,
        row_number() OVER (PARTITION BY kind ORDER BY since) AS place
      FROM task WHERE kind = ANY (${kinds}::text[])
    )
    SELECT kind, id, since, text, "orderId", number, total, NULL AS "marginCents",
      CASE WHEN provider IS NOT NULL THEN json_build_object('provider', provider, 'day', shop_day(since)) END
        AS reconciliation
    FROM ranked WHERE place <= ${perKind} ORDER BY since`.execute(db);
  return rows;
}

export interface Period {
  from: Date;
  to: Date;
}

/** The day in Kazakhstan until now, and the same hours of the same day last week. */
export async function getPeriods(db: Connection): Promise<{ today: Period; lastWeek: Period }> {
  const { rows } = await sql<{ midnight: Date; now: Date }>`
    SELECT shop_midnight(shop_day(now())) AS midnight, now()`.execute(db);
  const [{ midnight, now } = { midnight: new Date(), now: new Date() }] = rows;
  const week = 7 * 24 * 3_600_000;
  const earlier = (time: Date) => new Date(time.getTime() - week);
  return { today: { from: midnight, to: now }, lastWeek: { from: earlier(midnight), to: earlier(now) } };
}

export interface Sum {
  currency: string;
  count: number;
  amount: number;
}

export async function sumPaid(db: Connection, { from, to }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    SELECT currency, count(*)::integer AS count, sum(amount)::bigint AS amount FROM payment
    WHERE paid_at >= ${from} AND paid_at < ${to} GROUP BY currency ORDER BY currency`.execute(db);
  return rows;
}

export async function sumRefunded(db: Connection, { from, to }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    SELECT payment.currency, count(*)::integer AS count, sum(refund.amount)::bigint AS amount
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.status = 'done' AND refund.done_at >= ${from} AND refund.done_at < ${to}
    GROUP BY payment.currency ORDER BY payment.currency`.execute(db);
  return rows;
}

export interface Earned {
  currency: string;
  fees: number;
  cost: number;
  margin: number;
}

/** What finance has booked in this time. A sale is booked a few seconds after it was paid. */
export async function sumEarned(db: Connection, { from, to }: Period): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    SELECT currency, sum(fees)::bigint AS fees, sum(cost)::bigint AS cost,
      sum(sales - refunds - fees - cost)::bigint AS margin
    FROM sales_movement WHERE at >= ${from} AND at < ${to} GROUP BY currency ORDER BY currency`.execute(db);
  return rows;
}

/** Orders that were paid in this time and delivered, and top-ups that were delivered in it. */
export async function countDelivered(db: Connection, { from, to }: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM payment WHERE paid_at >= ${from} AND paid_at < ${to} AND top_up_id IS NULL
        AND EXISTS (SELECT FROM order_item JOIN delivery ON delivery.order_item_id = order_item.id
          WHERE order_item.payment_id = payment.id))::integer
      + (SELECT count(*) FROM top_up WHERE delivered_at >= ${from} AND delivered_at < ${to})::integer AS count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** From the beginning of the payment to the key or the delivered top-up. A join would read all top-ups ever made. */
export async function findMedianSeconds(db: Connection, { from, to }: Period): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ready_at - created_at)::double precision)
      AS seconds
    FROM (
      SELECT created_at, CASE WHEN top_up_id IS NULL THEN paid_at
        ELSE (SELECT delivered_at FROM top_up WHERE id = payment.top_up_id) END AS ready_at
      FROM payment WHERE paid_at >= ${from} AND paid_at < ${to}
    ) AS paid WHERE ready_at IS NOT NULL`.execute(db);
  return rows[0]?.seconds ?? null;
}

/** Of the payments that were begun in this time and have ended, how many were paid. */
export async function listSuccess(
  db: Connection,
  { from, to }: Period,
): Promise<{ provider: string; ended: number; paid: number }[]> {
  const { rows } = await sql<{ provider: string; ended: number; paid: number }>`
    SELECT provider, count(*)::integer AS ended, count(paid_at)::integer AS paid FROM payment
    WHERE created_at >= ${from} AND created_at < ${to} AND status NOT IN ('created', 'pending')
    GROUP BY provider ORDER BY provider`.execute(db);
  return rows;
}
