import { sql } from 'kysely';
import type { Connection } from '../platform/database/connection.ts';
import { type Copy, changed, copyRows, readChanges, runAll } from '../platform/unchecked-changes.ts';

/** The orders and keys that have changed. */
const SEEDS = {
  changed_payment: `
    SELECT id FROM payment WHERE id IN ${changed('payment')}
    UNION SELECT payment_id FROM order_item WHERE id IN ${changed('item')}
    UNION SELECT payment_id FROM refund WHERE id IN ${changed('refund')}
    UNION SELECT payment_id FROM ledger_transaction WHERE id IN ${changed('movement')} AND payment_id IS NOT NULL
    UNION SELECT id FROM payment WHERE basket_id IN ${changed('basket', 'uuid')}
    UNION SELECT id FROM payment WHERE top_up_id IN ${changed('top-up')}
    UNION SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
      WHERE quote_id IN ${changed('quote', 'uuid')}
    UNION SELECT id FROM payment WHERE paid_at >= (SELECT min(since) FROM ${changed('fees-since', 'timestamptz')} AS fees (since))`,
  changed_key: `
    SELECT id FROM product_key WHERE id IN ${changed('key')}
    UNION SELECT id FROM product_key WHERE batch_id IN ${changed('batch-cost')}`,
};
type Found = keyof typeof SEEDS;

/** The orders of the keys that were found in the last round, and other payments for the same basket. */
const morePayments = (round: number) => `
  WITH found AS MATERIALIZED (SELECT id FROM changed_key WHERE round = ${round}), item (id) AS (
    SELECT order_item_id FROM product_key JOIN found USING (id) WHERE order_item_id IS NOT NULL
    UNION SELECT order_item_id FROM delivery JOIN found ON found.id = delivery.key_id
    UNION SELECT order_item_id FROM key_return JOIN found ON found.id = key_return.key_id
    UNION SELECT order_item_id FROM gift JOIN found ON found.id = gift.key_id
  )
  SELECT payment_id FROM order_item JOIN item USING (id)
  UNION
  SELECT other.id FROM changed_payment JOIN payment USING (id) JOIN payment AS other ON other.basket_id = payment.basket_id
  WHERE changed_payment.round = ${round}`;

/** The keys of the orders that were found in the last round. */
const moreKeys = (round: number) => `
  WITH item AS MATERIALIZED (
    SELECT order_item.id FROM order_item JOIN changed_payment ON changed_payment.id = order_item.payment_id
    WHERE round = ${round}
  )
  SELECT product_key.id FROM product_key JOIN item ON item.id = product_key.order_item_id
  UNION SELECT key_id FROM delivery JOIN item ON item.id = delivery.order_item_id
  UNION SELECT key_id FROM key_return JOIN item ON item.id = key_return.order_item_id
  UNION SELECT key_id FROM gift JOIN item ON item.id = gift.order_item_id`;

const PAYMENTS = '(SELECT id FROM changed_payment)';
const KEYS = '(SELECT id FROM changed_key)';
const ITEMS = '(SELECT id FROM pg_temp.order_item)';

/** The tables that the checks read, and which of their rows belong to those orders and keys. In the order of their use. */
const COPIES: Copy[] = [
  ['payment', `id IN ${PAYMENTS}`],
  ['order_item', `payment_id IN ${PAYMENTS}`],
  ['refund', `payment_id IN ${PAYMENTS}`],
  ['refund_item', 'refund_id IN (SELECT id FROM pg_temp.refund)', `order_item_id IN ${ITEMS}`],
  [
    'ledger_transaction',
    `kind = 'payment' AND payment_id IN ${PAYMENTS}`,
    `kind = 'delivery' AND payment_id IN ${PAYMENTS}`,
    `step IS NOT NULL AND payment_id IN ${PAYMENTS}`,
    'refund_id IN (SELECT id FROM pg_temp.refund)',
    `id IN ${changed('movement')}`,
  ],
  ['ledger_entry', 'transaction_id IN (SELECT id FROM pg_temp.ledger_transaction)'],
  ['product_key', `id IN ${KEYS}`],
  ['delivery', `key_id IN ${KEYS}`, `order_item_id IN ${ITEMS}`, `replaces_key_id IN ${KEYS}`],
  ['key_return', `key_id IN ${KEYS}`, `order_item_id IN ${ITEMS}`, `replaces_key_id IN ${KEYS}`],
  ['key_reveal', `key_id IN ${KEYS}`],
  ['key_claim', `key_id IN ${KEYS}`],
  ['gift', `key_id IN ${KEYS}`],
  ['basket', 'id IN (SELECT basket_id FROM pg_temp.payment)', `id IN ${changed('basket', 'uuid')}`],
  ['top_up', 'id IN (SELECT top_up_id FROM pg_temp.payment)', `id IN ${changed('top-up')}`],
  ['sales_movement', `payment_id IN ${PAYMENTS}`],
  ['promo_code', `id IN ${changed('promo')}`],
];

/** A game has many reviews, so the orders of their authors are read apart from those that have changed. */
const REVIEW_COPIES: Copy[] = [
  ['game', `id IN ${changed('game')}`, `id IN (SELECT game_id FROM public.review WHERE id IN ${changed('review')})`],
  ['review', 'game_id IN (SELECT id FROM pg_temp.game)', `account_id IN ${changed('reader')}`],
  ['review_vote', 'review_id IN (SELECT id FROM pg_temp.review)'],
  [
    'key_reveal',
    `key_id IN (SELECT delivery.key_id FROM pg_temp.review JOIN payment ON payment.account_id = review.account_id
      JOIN order_item ON order_item.payment_id = payment.id JOIN delivery ON delivery.order_item_id = order_item.id)`,
  ],
  ['account', `id IN ${changed('account')}`],
];

/**
 * Lets the questions about orders and money read what has changed, until the end of the transaction. An order is copied whole, with its
 * keys and with the other orders that had one of them: what is missing in the copy is missing in the store. Returns how many orders
 * and keys there are.
 */
export async function narrowToChangedOrders(transaction: Connection): Promise<{ orders: number; keys: number }> {
  await readChanges(transaction);
  const found: Record<Found, number> = { changed_payment: 0, changed_key: 0 };
  const add = async (table: Found, round: number, rows: string) => {
    const { numAffectedRows } = await sql
      .raw(
        `INSERT INTO ${table} (id, round) SELECT found.id, ${round} FROM (${rows}) AS found (id) ON CONFLICT DO NOTHING`,
      )
      .execute(transaction);
    const added = Number(numAffectedRows ?? 0n);
    found[table] += added;
    return added;
  };
  for (const table of ['changed_payment', 'changed_key'] as const) {
    await runAll(transaction, [
      `CREATE TEMPORARY TABLE ${table} (id bigint PRIMARY KEY, round integer NOT NULL) ON COMMIT DROP`,
    ]);
    await add(table, 0, SEEDS[table]);
    await runAll(transaction, [`ANALYZE ${table}`]);
  }
  for (let round = 0, added = 1; added > 0; round++) {
    const payments = await add('changed_payment', round + 1, morePayments(round));
    added = payments + (await add('changed_key', round + 1, moreKeys(round)));
  }
  await copyRows(transaction, COPIES);
  return { orders: found.changed_payment, keys: found.changed_key };
}

/** The same for the questions about reviews and accounts. */
export async function narrowToChangedReviews(transaction: Connection): Promise<void> {
  await readChanges(transaction);
  await copyRows(transaction, REVIEW_COPIES);
}
