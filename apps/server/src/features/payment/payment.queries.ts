import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import { LIVE_PAYMENT_STATUSES, type PaymentStatus } from '@oyna/domain/states';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Connection, runPrepared } from '../../platform/database/connection.ts';
import type { DB } from '../../platform/database/tables.ts';
import type { NewPayment } from './purchase.queries.ts';

export type PaymentRow = Omit<Selectable<DB['payment']>, 'provider' | 'status' | 'currency' | 'language'> & {
  provider: PaymentProviderName;
  status: PaymentStatus;
  currency: CurrencyCode;
  language: Language;
};

/** A payment for a basket always has an account. */
export type BasketPayment = PaymentRow & { basket_id: string; account_id: number };

/** For `PaymentUse`. */
export const orderOf = (payment: PaymentRow) => ({
  orderId: payment.order_id,
  topUpId: payment.top_up_id,
  accountId: payment.account_id,
  amount: payment.amount,
  currency: payment.currency,
});

export const isForBasket = (payment: PaymentRow): payment is BasketPayment => payment.basket_id !== null;

export interface TopUpPayment extends NewPayment {
  topUpId: number;
  accountId: number | null;
  amount: number;
  baseCents: number;
}

/** Returns the address for mails, if the buyer has an account. */
export async function insertTopUpPayment(
  db: Connection,
  payment: TopUpPayment,
): Promise<{ email: string | undefined }> {
  const { rows } = await sql<{ email: string | null }>`
    INSERT INTO payment (order_id, top_up_id, account_id, provider, amount, currency, base_cents, rate, rate_source,
      rate_at, language, expires_at, next_check_at)
    VALUES (${payment.orderId}, ${payment.topUpId}, ${payment.accountId}, ${payment.provider}, ${payment.amount},
      ${payment.currency}, ${payment.baseCents}, ${payment.rate.rate}, ${payment.rate.source}, ${payment.rate.at},
      ${payment.language}, now() + make_interval(secs => ${payment.lifetimeSeconds}),
      now() + make_interval(secs => ${payment.firstCheckSeconds}))
    RETURNING (SELECT email FROM account WHERE account.id = account_id)`.execute(db);
  return { email: rows[0]?.email ?? undefined };
}

export async function findPaymentToContinue(
  db: Connection,
  accountId: number,
  basketId: string,
  idempotencyKey: string | undefined,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('basket_id', '=', basketId), eb('status', 'in', LIVE_PAYMENT_STATUSES), eb('given_up_at', 'is', null)]),
        ...(idempotencyKey === undefined ? [] : [eb('idempotency_key', '=', idempotencyKey)]),
      ]),
    )
    // A payment with the key of the request goes first.
    .orderBy(sql`idempotency_key IS NOT DISTINCT FROM ${idempotencyKey ?? null}`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row;
}

/** The provider that the account chose last, for anything. */
export async function findLastProvider(db: Connection, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('provider')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.provider;
}

/** A payment of this account for a basket. */
export async function findPayment(db: Connection, accountId: number, orderId: string) {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('basket_id', 'is not', null)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row;
}

/** Of any account: for messages of providers. */
export async function findPaymentByOrder(db: Connection, orderId: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row;
}

export async function lockPayment(db: Connection, orderId: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payment').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst();
  return row;
}

const SAVE_LINK = `
  UPDATE payment SET provider_payment_id = $2, link_url = $3, card_form = $4,
    status = CASE status WHEN 'created' THEN 'pending' ELSE status END
  WHERE order_id = $1 RETURNING status`;

/** Saves the link. A payment whose status has changed meanwhile keeps it. */
export async function saveLink(
  db: Connection,
  orderId: string,
  link: { providerPaymentId: string; url: string | null; cardForm: object | null },
): Promise<PaymentStatus | undefined> {
  const cardForm = link.cardForm === null ? null : JSON.stringify(link.cardForm);
  const values = [orderId, link.providerPaymentId, link.url, cardForm];
  const [row] = await runPrepared<{ status: PaymentStatus }>(db, 'save-link', SAVE_LINK, values);
  return row?.status;
}

interface PaymentChange {
  status: PaymentStatus;
  detail?: string | undefined;
  /** Seconds until the provider is asked again; null when there is nothing more to ask. */
  nextCheck: number | null;
}

export async function updatePayment(db: Connection, id: number, change: PaymentChange): Promise<void> {
  await sql`
    UPDATE payment SET status = ${change.status}, detail = coalesce(${change.detail ?? null}, detail),
      next_check_at = now() + make_interval(secs => ${change.nextCheck})
    WHERE id = ${id}`.execute(db);
}

/** Moves the amount of a delivered top-up from owed to sales. Returns false when that was booked before. */
export async function bookDelivery(
  db: Connection,
  payment: { id: number; amount: number; currency: string },
): Promise<boolean> {
  const { rows } = await sql`
    WITH movement AS (
      INSERT INTO ledger_transaction (kind, payment_id) VALUES ('delivery', ${payment.id})
      ON CONFLICT (payment_id) WHERE kind = 'delivery' DO NOTHING RETURNING id
    )
    INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement.id, entry.account, ${payment.currency}::text, entry.amount
    FROM movement, (VALUES ('owed', ${payment.amount}::bigint), ('sales', ${-payment.amount}::bigint))
      AS entry (account, amount)
    RETURNING transaction_id`.execute(db);
  return rows.length > 0;
}

export interface DuePayment extends PaymentRow {
  /** How long its time is over. Negative before that. */
  seconds_over: number;
}

/** These providers, or all except these. */
export interface ProviderGroup {
  names: readonly string[];
  isOthers: boolean;
}

export const ALL_PROVIDERS: ProviderGroup = { names: [], isOthers: true };

export const isInGroup = (column: RawBuilder<unknown>, { names, isOthers }: ProviderGroup) =>
  sql<boolean>`(${column} = ANY(${names}::text[])) <> ${isOthers}`;

/** Payments that are due for a check. Each is claimed by one caller, and is due again if that caller fails. */
export async function claimChecks(db: Connection, limit: number, group: ProviderGroup): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    UPDATE payment SET checks = checks + 1, next_check_at = now() + interval '30 seconds'
    WHERE id IN (
      SELECT id FROM payment WHERE next_check_at <= now() AND ${isInGroup(sql`provider`, group)}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING *, extract(epoch FROM now() - expires_at)::float8 AS seconds_over`.execute(db);
  return rows;
}

/** Null: the provider is not asked again. */
export async function postponeCheck(db: Connection, id: number, seconds: number | null): Promise<void> {
  await sql`UPDATE payment SET next_check_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}
    AND next_check_at IS NOT NULL`.execute(db);
}

export function findOrderForMail(db: Connection, orderId: string) {
  return db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .select(['payment.id', 'payment.order_id', 'payment.number', 'payment.amount', 'payment.currency'])
    .select([
      'account.id as account_id',
      'account.email',
      'account.language',
      'account.is_guest',
      'account.email_confirmed_at',
    ])
    .where('payment.order_id', '=', orderId)
    .where('payment.basket_id', 'is not', null)
    .executeTakeFirst();
}

export interface OrderedItem {
  name: string;
  count: number;
  amount: number;
  platform: string;
  type: string;
  /** HTML: how to activate it. */
  instruction: string;
  key_ids: number[];
}

export async function listOrderedItems(db: Connection, paymentId: number, language: Language): Promise<OrderedItem[]> {
  const { rows } = await sql<OrderedItem>`
    SELECT order_item.name, count, amount, product.platform, product.type, instruction.body ->> ${language} AS instruction,
      ARRAY(SELECT key_id::integer FROM delivery WHERE order_item_id = order_item.id ORDER BY key_id) AS key_ids
    FROM order_item
    JOIN product ON product.id = order_item.product_id
    JOIN instruction ON instruction.name = product.instruction_name
    WHERE payment_id = ${paymentId} ORDER BY order_item.id`.execute(db);
  return rows;
}
