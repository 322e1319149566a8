import { hash } from 'node:crypto';
import type { CheckoutFacts, NetworkHolds, PaymentPlan } from '@oyna/domain/checkout';
import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import type { LatePromo } from '@oyna/domain/late-payment';
import type { BasketPurchase, HeldKey, OrderItem, PaymentChange, SettlementPlan } from '@oyna/domain/settlement';
import { BASKET_STATUS, type BasketStatus, isWaitingPayment, type PaymentStatus } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';
import { type Connection, runPrepared } from '../../platform/database/connection.ts';
import { networkOf } from '../../platform/network-address.ts';
import { type OrderMessage, orderMessages } from './order-messages.ts';

/** The statements of a purchase: a basket becomes a payment, and a confirmed payment is delivered and booked. */

interface Holder {
  heldKeys: number;
  unpaidKeySeconds: number;
  /** Of the sessions of a guest. */
  addresses: string[] | null;
}

interface LockedCheckout extends Holder {
  basket: Pick<CheckoutFacts, 'status' | 'items'> & { promo: CheckoutFacts['promo'] | null };
  email: string | null;
  otherGuests: Holder[] | null;
  promoLeft: number | null;
  country: string | null;
  isNewcomer: boolean;
  places: CheckoutFacts['places'] | null;
  rules: CheckoutFacts['rules'] | null;
}

/** Reads what a payment for a basket is calculated from. It stays true until the transaction ends. */
export async function lockCheckout(
  db: Connection,
  accountId: number,
  basketId: string,
  country: string | undefined,
): Promise<{ facts: CheckoutFacts; email: string | undefined; isNewcomer: boolean } | undefined> {
  const text = 'SELECT lock_checkout($1, $2, $3) AS locked';
  const values = [accountId, basketId, country ?? null];
  const [row] = await runPrepared<{ locked: LockedCheckout | null }>(db, 'lock-checkout', text, values);
  if (!row?.locked) return undefined;
  const { basket, email, promoLeft, isNewcomer, places, rules } = row.locked;
  const { status, items, promo } = basket;
  return {
    facts: {
      status,
      items,
      promo: promo ?? undefined,
      promoLeft,
      ...sumHeld(row.locked),
      country: row.locked.country ?? undefined,
      places: places ?? [],
      rules: rules ?? [],
    },
    email: email ?? undefined,
    isNewcomer,
  };
}

/**
 * Guests with one e-mail address count as one buyer for what is held, if their sessions come from the same network: a stranger
 * can write any e-mail address.
 */
function sumHeld({ otherGuests, ...buyer }: LockedCheckout): Pick<CheckoutFacts, 'heldKeys' | 'unpaidKeySeconds'> {
  const networks = new Set(buyer.addresses?.map(networkOf));
  const isBuyer = ({ addresses }: Holder) => addresses?.some((address) => networks.has(networkOf(address))) ?? false;
  const holders = [buyer, ...(otherGuests ?? []).filter(isBuyer)];
  return {
    heldKeys: holders.reduce((sum, { heldKeys }) => sum + heldKeys, 0),
    unpaidKeySeconds: holders.reduce((sum, { unpaidKeySeconds }) => sum + unpaidKeySeconds, 0),
  };
}

/**
 * What accounts of one network that have never paid for anything hold while they await payment. Exact when the caller holds the
 * counter of payments of the network.
 */
export async function sumHeldByNewcomers(db: Connection, network: string): Promise<NetworkHolds> {
  const text = `
    SELECT coalesce(sum(item.count), 0)::integer AS keys,
      coalesce(extract(epoch FROM min(payment.expires_at) - now()), 0)::float8 AS "secondsToFirstEnd"
    FROM payment JOIN order_item AS item ON item.payment_id = payment.id
    WHERE newcomer_network = $1 AND status IN ('created', 'pending')`;
  const [row] = await runPrepared<NetworkHolds>(db, 'held-by-newcomers', text, [network]);
  return row as NetworkHolds;
}

export interface NewPayment {
  orderId: string;
  provider: PaymentProviderName;
  currency: CurrencyCode;
  rate: { rate: string; source: string; at: Date };
  language: Language;
  lifetimeSeconds: number;
  firstCheckSeconds: number;
}

interface BasketPayment extends NewPayment {
  basketId: string;
  accountId: number;
  idempotencyKey: string | undefined;
  /** Null for an account that has paid before. */
  newcomerNetwork: string | null;
  vatRate: number | undefined;
}

/**
 * Freezes the basket, writes the payment with its items and reserves the keys. Returns the products of which it found too
 * few keys; the caller rolls back then.
 */
export async function insertPayment(db: Connection, payment: BasketPayment, plan: PaymentPlan): Promise<number[]> {
  const { rate, idempotencyKey = null } = payment;
  const steps = [
    sql`frozen AS (UPDATE basket SET status = ${BASKET_STATUS.awaitingPayment} WHERE id = ${payment.basketId})`,
    sql`new_payment AS (
      INSERT INTO payment (order_id, basket_id, account_id, provider, amount, currency, base_cents, discount_cents,
        promo_code_id, activation_country, activation_accepted, rate, rate_source, rate_at, language, idempotency_key,
        vat_rate, newcomer_network, expires_at, next_check_at)
      VALUES (${payment.orderId}, ${payment.basketId}, ${payment.accountId}, ${payment.provider}, ${plan.amount},
        ${payment.currency}, ${plan.baseCents}, ${plan.discountCents}, ${plan.promoCodeId}, ${plan.activationCountry},
        ${plan.activationAccepted}, ${rate.rate}, ${rate.source}, ${rate.at}, ${payment.language}, ${idempotencyKey},
        ${payment.vatRate ?? null}, ${payment.newcomerNetwork}, now() + make_interval(secs => ${payment.lifetimeSeconds}),
        now() + make_interval(secs => ${payment.firstCheckSeconds}))
      RETURNING id
    )`,
    sql`new_item AS (
      INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
      SELECT new_payment.id, product.id, product.name, part.count, part.price_cents, part.amount
      FROM new_payment, unnest(${plan.items.map(({ productId }) => productId)}::integer[],
        ${plan.items.map(({ count }) => count)}::integer[], ${plan.items.map(({ priceCents }) => priceCents)}::integer[],
        ${plan.items.map(({ amount }) => amount)}::bigint[])
        WITH ORDINALITY AS part (product_id, count, price_cents, amount, number)
      JOIN product ON product.id = part.product_id ORDER BY part.number
      RETURNING id, product_id, count
    )`,
  ];
  if (plan.repriced.length > 0) {
    steps.push(sql`repriced AS (
      UPDATE basket_item SET price_cents = part.price_cents
      FROM unnest(${plan.repriced.map(({ productId }) => productId)}::integer[],
        ${plan.repriced.map(({ priceCents }) => priceCents)}::integer[]) AS part (product_id, price_cents)
      WHERE basket_id = ${payment.basketId} AND basket_item.product_id = part.product_id
    )`);
  }
  const rows = await run<{ product_id: number }>(
    db,
    sql`WITH ${sql.join(steps)}
      SELECT product_id FROM new_item
      WHERE reserve_keys(id, product_id, count, ${payment.lifetimeSeconds}) < count`,
  );
  return rows.map((row) => row.product_id);
}

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
  /** False while the payment was not given up. */
  isBuyerBlocked: boolean;
  /** Null while the payment was never paid. */
  refundRequested: number | null;
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
  const [row] = await runPrepared<{ locked: LockedPayment | null }>(db, 'lock-settlement', text, [orderId]);
  return row?.locked ?? undefined;
}

/** Writes the plan in one statement. What it does not change is not part of the statement. */
export async function writeSettlement(
  db: Connection,
  payment: LockedPayment,
  plan: SettlementPlan & { payment: PaymentChange; isCallback?: boolean },
): Promise<void> {
  const steps = [changePayment(payment, plan.payment, plan.isCallback ?? false)];
  if (plan.release.length > 0) steps.push(releaseKeys(plan.release));
  if (plan.deliver.length > 0) steps.push(deliverKeys(plan.deliver));
  if (plan.ledger.length > 0) steps.push(bookMovement(payment, plan.ledger));
  if (plan.basket) steps.push(sql`moved AS (UPDATE basket SET status = ${plan.basket} WHERE id = ${payment.basketId})`);
  if (plan.promo.drop) steps.push(sql`dropped AS (DELETE FROM promo_use WHERE basket_id = ${payment.basketId})`);
  if (plan.notification) steps.push(notifyBuyer(payment, plan.notification));
  await run(db, sql`WITH ${sql.join(steps)} SELECT`);
}

/** The statements have few forms. A connection parses and plans each of them once, under a name. */
function run<Row>(db: Connection, statement: RawBuilder<unknown>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db);
  const name = `purchase-${hash('sha1', text, 'base64url')}`;
  return runPrepared<Row>(db, name, text, [...parameters]);
}

type Step = RawBuilder<unknown>;

function changePayment({ id }: LockedPayment, change: PaymentChange, isCallback: boolean): Step {
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
  if (!isWaitingPayment(status)) values.push(sql`newcomer_network = NULL`);
  // The idempotency key is free for a new payment.
  if (givesUp) values.push(sql`given_up_at = coalesce(given_up_at, now())`, sql`idempotency_key = NULL`);
  if (cancelsLink) values.push(sql`link_cancelled_at = now()`);
  if (isCallback) values.push(sql`called_back_at = now()`);
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
  const message: OrderMessage = { kind: 'paid', orderId };
  return sql`
    notified AS (INSERT INTO notification (account_id, kind, data) VALUES (${accountId}, ${kind}, ${data}::jsonb)),
    mailed AS (INSERT INTO outbox (queue, data) VALUES (${orderMessages.name}, ${JSON.stringify(message)}::jsonb))`;
}
