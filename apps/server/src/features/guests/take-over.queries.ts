import { BASKET_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Guests with the address that this account has proven. The orders of a blocked guest stay closed. */
export async function listGuestsOf(db: Connection, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT guest.id FROM account JOIN account AS guest ON lower(guest.email) = lower(account.email)
    WHERE account.id = ${accountId} AND NOT account.is_guest AND account.email_confirmed_at IS NOT NULL
      AND is_comparable_address(account.email) AND is_comparable_address(guest.email)
      AND guest.is_guest AND NOT is_blocked(guest.blocked_at, guest.blocked_until)`.execute(db);
  return rows.map(({ id }) => id);
}

interface PaidOrder {
  payment_id: number;
  basket_id: string;
  /** Null for a payment of the same basket that was not paid. */
  order_id: string | null;
}

/** Every payment of a paid basket: the foreign key keeps them together. A paid basket never changes its status. */
export async function lockPaidOrders(db: Connection, guestIds: number[]): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    SELECT payment.id AS payment_id, payment.basket_id,
      CASE WHEN payment.paid_at IS NOT NULL THEN payment.order_id END AS order_id
    FROM payment JOIN basket ON basket.id = payment.basket_id
    WHERE payment.account_id = ANY(${guestIds}) AND basket.status = ${BASKET_STATUS.paid}
    ORDER BY payment.id FOR UPDATE OF payment`.execute(db);
  return rows;
}

/** The guests that still have the proven address of the account. Until the transaction ends none of them is erased. */
export async function lockGuests(db: Connection, accountId: number, guestIds: number[]): Promise<number[]> {
  await sql`SELECT FROM account WHERE id = ANY(${[accountId, ...guestIds]}) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  const guests = await listGuestsOf(db, accountId);
  return guests.filter((id) => guestIds.includes(id));
}

/** Everything that belongs to the paid orders of these guests. Baskets take payments and promo codes along. */
export async function moveOrders(
  db: Connection,
  accountId: number,
  guestIds: number[],
  orders: PaidOrder[],
): Promise<string[]> {
  const paymentIds = orders.map(({ payment_id: id }) => id);
  const basketIds = [...new Set(orders.map(({ basket_id: id }) => id))];
  // The key belongs to the requests of the guest's browser. The account may have the same one.
  await sql`UPDATE payment SET idempotency_key = NULL WHERE id = ANY(${paymentIds}) AND idempotency_key IS NOT NULL`.execute(
    db,
  );
  const { rows: moved } = await sql<{ id: string }>`
    UPDATE basket SET account_id = ${accountId}
    WHERE id = ANY(${basketIds}::uuid[]) AND account_id = ANY(${guestIds}) RETURNING id`.execute(db);
  const movedIds = new Set(moved.map(({ id }) => id));
  const movedOrders = orders.filter(({ basket_id: id }) => movedIds.has(id));
  const movedPayments = movedOrders.map(({ payment_id: id }) => id);
  const keys = sql`(SELECT delivery.key_id FROM order_item JOIN delivery ON delivery.order_item_id = order_item.id
    WHERE order_item.payment_id = ANY(${movedPayments}))`;
  await sql`UPDATE key_claim SET account_id = ${accountId} WHERE key_id IN ${keys}`.execute(db);
  await sql`UPDATE key_reveal SET account_id = ${accountId}
    WHERE key_id IN ${keys} AND account_id = ANY(${guestIds})`.execute(db);
  const orderIds = movedOrders.flatMap(({ order_id: id }) => id ?? []);
  await sql`UPDATE notification SET account_id = ${accountId}
    WHERE account_id = ANY(${guestIds}) AND data ->> 'orderId' = ANY(${orderIds})`.execute(db);
  return orderIds;
}
