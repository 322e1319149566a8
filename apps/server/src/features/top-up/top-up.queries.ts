import type { CurrencyCode, Language } from '@oyna/domain/constants';
import {
  OPERATOR_PAYMENT_STATUSES,
  type PaymentStatus,
  TOP_UP_STATUS,
  TOP_UP_TRANSITIONS,
  type TopUpStatus,
} from '@oyna/domain/states';
import { TOP_UP_WAIT_SECONDS, type TopUpCurrency, type TopUpProvider } from '@oyna/domain/top-up';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { DB } from '../../platform/database/tables.ts';
import { mayBecome, statusList } from '../../platform/database/transitions.ts';
import { PACK_SERVICES, type TopUpService } from './top-up.services.ts';

const { waiting, inDelivery, failed, refunded } = TOP_UP_STATUS;

export interface NewQuote {
  service: TopUpService;
  productId: number;
  name: string;
  provider: TopUpProvider;
  /** Whole units; 0 where the product says it. */
  amount: number;
  currency: TopUpCurrency | null;
  costCents: number;
  baseCents: number;
  charged: number;
  chargedCurrency: CurrencyCode;
  rate: { rate: string; source: string; at: Date };
  requestKey: string | null;
}

export type QuoteRow = Omit<
  Selectable<DB['top_up_quote']>,
  'service' | 'provider' | 'currency' | 'charged_currency'
> & {
  service: TopUpService;
  provider: TopUpProvider;
  currency: TopUpCurrency | null;
  charged_currency: CurrencyCode;
};

/** Nothing, when the key of the request has one already. */
export async function insertQuote(
  db: Connection,
  quote: NewQuote,
  lifetimeSeconds: number,
): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`
    INSERT INTO top_up_quote (service, product_id, name, provider, amount, currency, cost_cents, base_cents, charged,
      charged_currency, rate, rate_source, rate_at, request_key, expires_at)
    VALUES (${quote.service}, ${quote.productId}, ${quote.name}, ${quote.provider}, ${quote.amount}, ${quote.currency},
      ${quote.costCents}, ${quote.baseCents}, ${quote.charged}, ${quote.chargedCurrency}, ${quote.rate.rate},
      ${quote.rate.source}, ${quote.rate.at}, ${quote.requestKey}, now() + make_interval(secs => ${lifetimeSeconds}))
    ON CONFLICT (request_key) DO NOTHING RETURNING *`.execute(db);
  return rows[0];
}

export interface FoundQuote extends QuoteRow {
  is_expired: boolean;
  /** What has become of it already. */
  order_id: string | null;
  account: string | null;
  payment_status: PaymentStatus | null;
}

/** By its id, or by the key of the request that asked for it. */
export async function findQuote(
  db: Connection,
  by: { id: string } | { requestKey: string },
): Promise<FoundQuote | undefined> {
  const which = 'id' in by ? sql<SqlBool>`quote.id = ${by.id}` : sql<SqlBool>`quote.request_key = ${by.requestKey}`;
  const { rows } = await sql<FoundQuote>`
    SELECT quote.*, quote.expires_at <= now() AS is_expired, top_up.account, payment.order_id,
      payment.status AS payment_status
    FROM top_up_quote AS quote LEFT JOIN top_up ON top_up.quote_id = quote.id
    LEFT JOIN payment ON payment.top_up_id = top_up.id WHERE ${which}`.execute(db);
  return rows[0];
}

/** The next request with that key gets a new quote. */
export async function freeRequestKey(db: Connection, quoteId: string): Promise<void> {
  await sql`UPDATE top_up_quote SET request_key = NULL WHERE id = ${quoteId}`.execute(db);
}

/**
 * Unpaid quotes, some time after they have expired. Paid ones are kept for ever, so only those of the last weeks are looked at.
 * OFFSET 0 keeps the planner from reading all top-ups: each quote asks their index.
 */
export async function deleteOldQuotes(db: Database, signal?: AbortSignal): Promise<void> {
  const isOver = sql`expires_at BETWEEN now() - interval '60 days' AND now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM top_up WHERE quote_id = top_up_quote.id OFFSET 0)`;
  await deleteInBatches(db, 'top_up_quote', isOver, signal);
}

export async function insertTopUp(
  db: Connection,
  topUp: {
    quoteId: string;
    accountId: number | null;
    email: string | null;
    language: Language;
    supplier: string;
    code: string;
    account: string;
    accountName: string | null;
  },
): Promise<number> {
  const row = await db
    .insertInto('top_up')
    .values({
      quote_id: topUp.quoteId,
      account_id: topUp.accountId,
      email: topUp.email,
      language: topUp.language,
      supplier: topUp.supplier,
      code: topUp.code,
      account: topUp.account,
      account_name: topUp.accountName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function lockTopUp(db: Connection, id: number): Promise<{ status: TopUpStatus } | undefined> {
  const row = await db.selectFrom('top_up').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  return row as { status: TopUpStatus } | undefined;
}

/** Its payment was confirmed: a worker takes it from here. One that had been given up is prepared anew. */
export async function startDelivery(db: Connection, id: number): Promise<boolean> {
  const result = await sql`
    UPDATE top_up SET status = ${inDelivery}, paid_at = now(), next_try_at = now(), is_late = status = ${failed}, detail = NULL
    WHERE id = ${id} AND (status = ${waiting} OR (status = ${failed} AND paid_at IS NULL))`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** A payment that came too late: the top-up stays failed, and the payment is refunded. */
export async function markPaidTooLate(db: Connection, id: number, detail: string): Promise<boolean> {
  const result = await sql`
    UPDATE top_up SET paid_at = now(), detail = ${detail} WHERE id = ${id} AND status = ${failed} AND paid_at IS NULL`.execute(
    db,
  );
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** A service without a product in the catalogue is always offered. */
export async function isStillOffered(db: Connection, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_offered: boolean }>`
    SELECT coalesce(product.offered, true) AS is_offered
    FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    LEFT JOIN product ON product.id = quote.product_id AND quote.service = ANY (${PACK_SERVICES}::text[])
    WHERE top_up.id = ${id}`.execute(db);
  return rows[0]?.is_offered ?? false;
}

/** It is not expected to be paid. */
export async function giveUp(db: Connection, id: number, detail: string): Promise<void> {
  await sql`
    WITH given_up AS (UPDATE top_up SET status = ${failed}, detail = ${detail} WHERE id = ${id} AND status = ${waiting} RETURNING quote_id)
    UPDATE top_up_quote SET request_key = NULL FROM given_up WHERE top_up_quote.id = given_up.quote_id`.execute(db);
}

/** The supplier is asked now rather than later. Returns whether something waits for this supplier under this code. */
export async function bringForward(db: Connection, supplier: string, code: string): Promise<boolean> {
  const { rows } = await sql`UPDATE top_up SET next_try_at = now()
    WHERE code = ${code} AND supplier = ${supplier} AND status = ${inDelivery} AND tries > 0 AND next_try_at > now()
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function markRefunded(db: Connection, id: number): Promise<void> {
  await sql`UPDATE top_up SET status = ${refunded} WHERE id = ${id} AND ${mayBecome(TOP_UP_TRANSITIONS, refunded)}`.execute(
    db,
  );
}

/** What a top-up shows to every reader. */
export interface ShownRow {
  order_id: string;
  number: string;
  status: TopUpStatus;
  payment_status: PaymentStatus;
  service: TopUpService;
  product_id: number;
  name: string;
  account: string;
  account_name: string | null;
  base_cents: number;
  amount: number;
  currency: TopUpCurrency | null;
  charged: number;
  charged_currency: CurrencyCode;
  provider: TopUpProvider;
  link_url: string | null;
  tries: number;
  is_delayed: boolean;
  created_at: Date;
  paid_at: Date | null;
  delivered_at: Date | null;
  refunded_at: Date | null;
}

const DELAYED = sql`make_interval(secs => ${sql.lit(TOP_UP_WAIT_SECONDS.delayed)})`;

const shown = sql`
  SELECT payment.order_id, payment.number, top_up.status, payment.status AS payment_status, quote.service, quote.product_id, quote.name,
    top_up.account, top_up.account_name, quote.base_cents, quote.amount, quote.currency, quote.charged,
    quote.charged_currency, quote.provider, payment.link_url, top_up.tries, top_up.created_at, top_up.paid_at,
    top_up.delivered_at,
    (SELECT max(done_at) FROM refund WHERE payment_id = payment.id AND refund.status = 'done') AS refunded_at,
    payment.status = 'review' OR (top_up.status = ${inDelivery} AND (top_up.is_held OR top_up.paid_at < now() - ${DELAYED}))
      AS is_delayed
  FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id JOIN payment ON payment.top_up_id = top_up.id`;

export async function findShown(db: Connection, orderId: string): Promise<ShownRow | undefined> {
  const { rows } = await sql<ShownRow>`${shown} WHERE payment.order_id = ${orderId}`.execute(db);
  return rows[0];
}

export async function listShown(db: Connection, accountId: number, limit: number): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`${shown} WHERE top_up.account_id = ${accountId}
    ORDER BY top_up.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

interface StuckTopUp {
  order_id: string;
  since: Date;
  why: 'unknown' | 'waits' | 'refund failed' | 'payment under review';
  supplier: string;
  code: string;
  account: string;
  detail: string | null;
}

/** Those an operator should look at, the oldest first. */
export async function listStuck(db: Connection): Promise<StuckTopUp[]> {
  const { rows } = await sql<StuckTopUp>`
    SELECT payment.order_id, coalesce(top_up.unanswered_since, top_up.paid_at, payment.created_at) AS since,
      CASE WHEN payment.status = 'refund-failed' THEN 'refund failed' WHEN payment.status = 'review' THEN
        'payment under review' WHEN top_up.is_held AND top_up.unanswered_since IS NULL THEN 'waits' ELSE 'unknown' END AS why,
      top_up.supplier, top_up.code, top_up.account, coalesce(
        CASE WHEN payment.status IN (${statusList(OPERATOR_PAYMENT_STATUSES)}) THEN payment.detail END, top_up.detail) AS detail
    FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE payment.status IN (${statusList(OPERATOR_PAYMENT_STATUSES)})
      OR is_stuck(top_up)
    ORDER BY since LIMIT 200`.execute(db);
  return rows;
}

/** The address and the language of the account go first; a visitor without one has left theirs. */
export async function findTopUpForMail(db: Connection, orderId: string) {
  const { rows } = await sql<
    Pick<ShownRow, 'name' | 'amount' | 'currency' | 'account' | 'charged' | 'charged_currency' | 'status'> & {
      email: string | null;
      language: string;
      supplier: string;
      code: string;
      supplier_id: string | null;
      detail: string | null;
    }
  >`
    SELECT quote.name, quote.amount, quote.currency, quote.charged, quote.charged_currency, top_up.account, top_up.status,
      coalesce(account.email, top_up.email) AS email, coalesce(account.language, top_up.language) AS language,
      top_up.supplier, top_up.code, top_up.supplier_id, top_up.detail
    FROM payment JOIN top_up ON top_up.id = payment.top_up_id JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    LEFT JOIN account ON account.id = top_up.account_id WHERE payment.order_id = ${orderId}`.execute(db);
  return rows[0];
}
