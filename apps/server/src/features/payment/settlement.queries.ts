import type { CurrencyCode, PaymentProviderName } from '@oyna/domain/constants';
import type { LatePromo } from '@oyna/domain/late-payment';
import type { BasketPurchase, HeldKey, OrderItem, PaymentChange, SettlementPlan } from '@oyna/domain/settlement';
import type { BasketStatus, PaymentStatus } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';
import { askPrepared, type Connection } from '../../platform/database/connection.ts';

/** The value of `lock_settlement`. */
export interface LockedPayment {
  id: number;
  orderId: string;
  accountId: number | null;
  basketId: string | null;
  topUpId: number | null;
  provider: PaymentProviderName;
  status: PaymentStatus;
  amount: number;
  currency: CurrencyCode;
  providerPaymentId: string | null;
  promoCodeId: number | null;
  isLinkCancelled: boolean;
  /** By the clock of the database. Null while the payment was not given up. */
  secondsSinceGivenUp: number | null;
  isBuyerBlocked: boolean;
  knownMismatches: string[] | null;
  /** Null for a top-up, like everything that follows. */
  items: OrderItem[] | null;
  heldKeys: HeldKey[] | null;
  basketStatus: BasketStatus | null;
  heldPromoCodeId: number | null;
  /** Read for a payment that was given up. */
  basketItems: BasketPurchase['basket']['items'] | null;
  promo: LatePromo | null;
}

/** Reads everything that decides about a payment. It stays true until the transaction ends. */
export async function lockSettlement(db: Connection, orderId: string): Promise<LockedPayment | undefined> {
  const text = 'SELECT lock_settlement($1) AS locked';
  const [row] = await askPrepared<{ locked: LockedPayment | null }>(db, 'lock-settlement', text, [orderId]);
  return row?.locked ?? undefined;
}

/** Writes the plan in one statement. What it does not change is not part of the statement. */
export async function writeSettlement(
  db: Connection,
  payment: LockedPayment,
  plan: SettlementPlan & { payment: PaymentChange },
): Promise<void> {
  const steps = [changePayment(payment, plan.payment)];
  if (plan.release.length > 0) steps.push(releaseKeys(plan.release));
  if (plan.deliver.length > 0) steps.push(deliverKeys(plan.deliver));
  if (plan.ledger.length > 0) steps.push(bookMovement(payment, plan.ledger));
  if (plan.basket) steps.push(sql`moved AS (UPDATE basket SET status = ${plan.basket} WHERE id = ${payment.basketId})`);
  if (plan.promo.drop) steps.push(sql`dropped AS (DELETE FROM promo_use WHERE basket_id = ${payment.basketId})`);
  if (plan.notification) steps.push(notifyBuyer(payment, plan.notification));
  await sql`WITH ${sql.join(steps)} SELECT`.execute(db);
}

type Step = RawBuilder<unknown>;

function changePayment({ id }: LockedPayment, change: PaymentChange): Step {
  const { status, detail = null, nextCheckSeconds, confirmedAs, givesUp, cancelsLink } = change;
  const values = [
    sql`status = ${status}`,
    sql`detail = coalesce(${detail}, detail)`,
    sql`next_check_at = now() + make_interval(secs => ${nextCheckSeconds})`,
  ];
  if (confirmedAs !== undefined) {
    values.push(
      sql`paid_at = now()`,
      sql`provider_payment_id = coalesce(provider_payment_id, nullif(${confirmedAs}, ''))`,
    );
  }
  // The idempotency key is free for a new payment.
  if (givesUp) values.push(sql`given_up_at = coalesce(given_up_at, now())`, sql`idempotency_key = NULL`);
  if (cancelsLink) values.push(sql`link_cancelled_at = now()`);
  return sql`changed AS (UPDATE payment SET ${sql.join(values)} WHERE id = ${id})`;
}

const releaseKeys = (keys: HeldKey[]): Step => sql`
  released AS (
    UPDATE product_key SET status = 'available', order_item_id = NULL, reserved_until = NULL, changed_at = now()
    WHERE id = ANY(${keys.map(({ keyId }) => keyId)}::bigint[])
  )`;

const deliverKeys = (keys: HeldKey[]): Step => sql`
  sold AS (
    UPDATE product_key SET status = 'sold', reserved_until = NULL, changed_at = now()
    WHERE id = ANY(${keys.map(({ keyId }) => keyId)}::bigint[])
  ), delivered AS (
    INSERT INTO delivery (key_id, order_item_id)
    SELECT * FROM unnest(${keys.map(({ keyId }) => keyId)}::bigint[],
      ${keys.map(({ orderItemId }) => orderItemId)}::bigint[])
  )`;

const bookMovement = ({ id, currency }: LockedPayment, ledger: SettlementPlan['ledger']): Step => sql`
  movement AS (
    INSERT INTO ledger_transaction (kind, payment_id) VALUES ('payment', ${id}) RETURNING id
  ), entries AS (
    INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement.id, entry.account, ${currency}::text, entry.amount
    FROM movement, unnest(${ledger.map(({ account }) => account)}::text[],
      ${ledger.map(({ amount }) => amount)}::bigint[]) AS entry (account, amount)
  )`;

function notifyBuyer({ accountId, orderId, amount, currency }: LockedPayment, kind: 'paid' | 'delivered'): Step {
  const data = JSON.stringify({ orderId, amount, currency });
  return sql`
    notified AS (INSERT INTO notification (account_id, kind, data) VALUES (${accountId}, ${kind}, ${data}::jsonb))`;
}
