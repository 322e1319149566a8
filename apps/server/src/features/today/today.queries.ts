import { MOST_COUNTED } from '@oyna/domain/list-filters';
import { WAITING_PAYMENT_STATUSES } from '@oyna/domain/states';
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
  /** Of a product with low stock. */
  keysLeft: number | null;
  /** How many of this kind wait, this one included. One more than MOST_COUNTED means any number above it. */
  total: number;
}

interface Source {
  /** The columns of a task, with its time as `since`. */
  columns: string;
  from: string;
  /** An order of an index that is the same as the order by time. */
  order?: string;
  /** What is counted, where an index knows it in another way. */
  counted?: string;
  /** What is read for the oldest only. The columns name their rows `oldest`. */
  join?: string;
}

/** Where the tasks of each kind are. Those of other features are added by the service. */
const SOURCES: Partial<Record<TaskKind, Source>> = {
  claim: {
    columns: `key_claim.key_id::text AS id, key_claim.created_at AS since, order_item.name AS text, payment.order_id,
      payment.number, NULL AS provider, NULL::integer AS "keysLeft"`,
    from: `key_claim JOIN delivery ON delivery.key_id = key_claim.key_id
      JOIN order_item ON order_item.id = delivery.order_item_id JOIN payment ON payment.id = order_item.payment_id
      WHERE key_claim.status = 'open'`,
  },
  review: payments('review'),
  'refund-failed': payments('refund-failed'),
  'top-up': {
    columns: `payment.order_id AS id, coalesce(top_up.unanswered_since, top_up.paid_at, payment.created_at) AS since,
      coalesce(top_up.detail, top_up.supplier) AS text, payment.order_id, payment.number, NULL AS provider,
      NULL::integer AS "keysLeft"`,
    from: `top_up JOIN payment ON payment.top_up_id = top_up.id WHERE is_stuck(top_up)`,
  },
  supplier: alerts("kind IN ('supplier-balance', 'supplier-refused')"),
  money: alerts("kind NOT IN ('supplier-balance', 'supplier-refused', 'refund-failed')"),
  rates: simple('currency_rate', { id: 'currency', since: 'fetched_at', text: 'currency', where: 'stale' }),
  // All have the same priority, and no worker takes them: what waits is `created`. So the index of pg-boss gives order and count.
  'dead-letter': {
    ...simple('pgboss.job', {
      id: 'id::text',
      since: 'created_on',
      text: "coalesce(source_name, '')",
      where: `name = '${DEAD_LETTERS}' AND state = 'created' AND NOT blocked`,
    }),
    order: 'priority DESC, created_on',
    counted: `pgboss.job WHERE name = '${DEAD_LETTERS}' AND state < 'active' AND NOT blocked`,
  },
  message: simple('support_message', { id: 'id::text', since: 'created_at', text: 'topic', where: "status = 'open'" }),
  'customer-review': {
    columns: `oldest.id::text AS id, oldest.since, game.name AS text, NULL AS order_id, NULL AS number, NULL AS provider,
      NULL::integer AS "keysLeft"`,
    from: `(SELECT id, game_id, coalesce(edited_at, created_at) AS since FROM review WHERE status = 'waiting') AS waiting`,
    join: 'JOIN game ON game.id = oldest.game_id',
  },
  // Most of a million products may be low.
  'low-stock': {
    columns: `oldest.product_id::text AS id, oldest.low_since AS since, product.name AS text, NULL AS order_id, NULL AS number,
      NULL AS provider, oldest.available AS "keysLeft"`,
    from: 'stock_level WHERE low_since IS NOT NULL',
    order: 'low_since',
    join: 'JOIN product ON product.id = oldest.product_id',
  },
};

function simple(table: string, { id, since, text, where }: Record<'id' | 'since' | 'text' | 'where', string>): Source {
  return {
    columns: `${id} AS id, ${since} AS since, ${text} AS text, NULL AS order_id, NULL AS number, NULL AS provider,
      NULL::integer AS "keysLeft"`,
    from: `${table} WHERE ${where}`,
  };
}

function payments(status: 'review' | 'refund-failed'): Source {
  return {
    columns: `order_id AS id, created_at AS since, coalesce(detail, '') AS text, order_id, number, NULL AS provider,
      NULL::integer AS "keysLeft"`,
    from: `payment WHERE status = '${status}'`,
  };
}

function alerts(isMeant: string): Source {
  return {
    columns: `oldest.id::text AS id, oldest.created_at AS since, oldest.provider || ': ' || oldest.detail AS text,
      payment.order_id, payment.number, CASE WHEN payment.id IS NULL AND kind = 'unknown-order' THEN oldest.provider END AS provider,
      NULL::integer AS "keysLeft"`,
    from: `payment_alert WHERE resolved_at IS NULL AND ${isMeant}
      AND (payment_id IS NULL OR payment_id NOT IN (SELECT id FROM payment WHERE status = 'review'))`,
    order: 'created_at',
    join: 'LEFT JOIN payment ON payment.id = oldest.payment_id',
  };
}

/** How many rows there are, as far as they are counted. */
const bounded = (from: string) =>
  `(SELECT count(*)::integer FROM (SELECT FROM ${from} LIMIT ${MOST_COUNTED + 1}) AS counted)`;

/** The oldest of each kind, and how many there are. */
export async function listTasks(
  db: Connection,
  { kinds, approvals, operatorId }: { kinds: readonly TaskKind[]; approvals: readonly string[]; operatorId: number },
  perKind: number,
): Promise<Task[]> {
  const oldest = kinds.flatMap((kind) => {
    const source = SOURCES[kind];
    if (!source) return [];
    const { columns, from, order = 'since', counted = from, join } = source;
    const oldest = (read: string) =>
      sql`${sql.raw(`SELECT ${read}, ${bounded(counted)} AS total FROM ${from} ORDER BY ${order}`)} LIMIT ${perKind}`;
    return join === undefined
      ? sql`(${oldest(`'${kind}' AS kind, ${columns}`)})`
      : sql`(SELECT ${sql.raw(`'${kind}' AS kind, ${columns}, total`)} FROM (${oldest('*')}) AS oldest ${sql.raw(join)})`;
  });
  const { rows } = await sql<Task>`
    WITH task AS (
      (SELECT 'approval' AS kind, id::text, requested_at AS since, approval.kind AS text, NULL AS order_id, NULL AS number,
          NULL AS provider, NULL::integer AS "keysLeft", count(*) OVER ()::integer AS total
        FROM approval WHERE status = 'waiting' AND expires_at > now() AND approval.kind = ANY (${approvals}::text[])
          AND requested_by IS DISTINCT FROM ${operatorId} ORDER BY requested_at LIMIT ${perKind})
      ${oldest.length > 0 ? sql`UNION ALL ${sql.join(oldest, sql` UNION ALL `)}` : sql``}
    )
    SELECT kind, id, since, text, order_id AS "orderId", number, total, NULL AS "marginCents", "keysLeft",
      CASE WHEN provider IS NOT NULL THEN json_build_object('provider', provider, 'day', shop_day(since)) END
        AS reconciliation
    FROM task ORDER BY since`.execute(db);
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

export interface Paid {
  paid: Sum[];
  /** Orders that were paid in this time and delivered, and top-ups that were delivered in it. */
  delivered: number;
  /** The median from the beginning of a payment to its key or the delivered top-up. */
  medianSeconds: number | null;
}

/** Items, deliveries and top-ups are read by arrays of ids, which follow each other in the indexes: a join would look for each. */
export async function readPaid(db: Connection, { from, to }: Period): Promise<Paid> {
  const { rows } = await sql<Omit<Paid, 'paid'> & (Sum | { currency: null; count: null; amount: null })>`
    WITH paid AS MATERIALIZED (
      SELECT id, currency, amount, created_at, paid_at, top_up_id FROM payment WHERE paid_at >= ${from} AND paid_at < ${to}
    ), item AS MATERIALIZED (
      SELECT id, payment_id FROM order_item WHERE payment_id = ANY (ARRAY(SELECT id FROM paid WHERE top_up_id IS NULL))
    ), delivered AS (
      SELECT count(DISTINCT payment_id) AS count FROM item WHERE id IN (
        SELECT order_item_id FROM delivery WHERE order_item_id = ANY (ARRAY(SELECT id FROM item)))
    ), topped_up AS MATERIALIZED (
      SELECT id, delivered_at FROM top_up WHERE id = ANY (ARRAY(SELECT top_up_id FROM paid WHERE top_up_id IS NOT NULL))
    ), ready AS (
      SELECT paid.created_at, CASE WHEN top_up_id IS NULL THEN paid_at ELSE topped_up.delivered_at END AS ready_at
      FROM paid LEFT JOIN topped_up ON topped_up.id = paid.top_up_id
    ), sums AS (
      SELECT currency, count(*)::integer AS count, sum(amount)::bigint AS amount FROM paid GROUP BY currency
    )
    SELECT figure.*, currency, count, amount FROM (
      SELECT ((SELECT count FROM delivered) + (SELECT count(*) FROM top_up
          WHERE delivered_at >= ${from} AND delivered_at < ${to}))::integer AS delivered,
        (SELECT extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY ready_at - created_at))::double precision
          FROM ready WHERE ready_at IS NOT NULL) AS "medianSeconds"
    ) AS figure LEFT JOIN sums ON true ORDER BY currency`.execute(db);
  const [{ delivered, medianSeconds } = { delivered: 0, medianSeconds: null }] = rows;
  const paid = rows.flatMap(({ currency, count, amount }) => (currency === null ? [] : { currency, count, amount }));
  return { paid, delivered, medianSeconds };
}

/** Of the payments that were begun in this time and have ended, how many were paid. */
export async function listSuccess(
  db: Connection,
  { from, to }: Period,
): Promise<{ provider: string; ended: number; paid: number }[]> {
  const { rows } = await sql<{ provider: string; ended: number; paid: number }>`
    SELECT provider, count(*)::integer AS ended, count(paid_at)::integer AS paid FROM payment
    WHERE created_at >= ${from} AND created_at < ${to} AND status <> ALL (${WAITING_PAYMENT_STATUSES}::text[])
    GROUP BY provider ORDER BY provider`.execute(db);
  return rows;
}
