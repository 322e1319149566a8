import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkChangedOrders } from '../../apps/server/src/commands/check-store.ts';
import { checkInvariants, INVARIANTS } from '../../apps/server/src/features/payment/payment.check.ts';
import { afterHarm } from '../../apps/server/src/testing/test-harm.ts';
import { createMember } from '../../apps/server/src/testing/test-member.ts';
import { fillBasket, pay } from '../../apps/server/src/testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { stockProduct } from './stock.ts';

/** Each invariant must be able to fail. The constraints are removed and the data is damaged on purpose. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  const productId = await stockProduct(store.database, 10);
  for (const isPaid of [true, true, false]) {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'platron', basketId);
    const payment = await store.database
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', body.orderId)
      .executeTakeFirstOrThrow();
    if (!isPaid) continue;
    await store.payments.settlement.settle({
      provider: 'platron',
      orderId: body.orderId,
      providerPaymentId: payment.provider_payment_id ?? '',
      status: 'paid',
      amount: payment.amount,
      currency: payment.currency,
    });
  }
});
afterAll(() => store.close());

const SOLD = '(SELECT min(key_id) FROM delivery)';
const PAID = '(SELECT min(id) FROM payment WHERE paid_at IS NOT NULL)';
const WAITING = "(SELECT min(id) FROM payment WHERE status = 'pending')";
const LATE_REFUND = `INSERT INTO refund (payment_id, amount, reason, refunded_before) VALUES (${PAID}, 1, 'operator', 0)`;
/** Refunds the first sold key and leaves its status unchanged. */
const WHOLE_REFUND = `WITH refunded AS (${LATE_REFUND.replace(
  PAID,
  `(SELECT payment_id FROM order_item JOIN delivery
    ON order_item_id = order_item.id WHERE key_id = ${SOLD})`,
)} RETURNING id)
  INSERT INTO refund_item (refund_id, order_item_id, count, amount)
  SELECT refunded.id, delivery.order_item_id, 1, 1 FROM refunded, delivery WHERE key_id = ${SOLD}`;

const refundedItem = (count: number, amount: number) =>
  `INSERT INTO refund_item (refund_id, order_item_id, count, amount)
    SELECT (SELECT max(id) FROM refund), min(id), ${count}, ${amount} FROM order_item WHERE payment_id = ${PAID}`;

/** Makes the first sold key a gift in this state. */
const gift = (status: string, times = '') =>
  `INSERT INTO gift (key_id, order_item_id, status, channel, token_hash, language, country, opens_on,
      sent_at, opened_at, taken_back_at, created_at)
    SELECT key_id, order_item_id, '${status}', 'link', decode(repeat('00', 32), 'hex'), 'ru', 'KZ', current_date,
      now(), ${times || 'NULL, NULL'}, now() - interval '1 hour' FROM delivery WHERE key_id = ${SOLD}`;
const reveal = (channel: string) =>
  `INSERT INTO key_reveal (key_id, channel, account_id)
    SELECT ${SOLD}, '${channel}', ${channel === 'gift' ? 'NULL::bigint' : 'min(id)'} FROM account LIMIT 1`;

const HARM: Record<string, string[]> = {
  'a key in two deliveries': [
    'ALTER TABLE key_reveal DROP CONSTRAINT key_reveal_key_id_fkey',
    'ALTER TABLE key_claim DROP CONSTRAINT key_claim_key_id_fkey',
    'ALTER TABLE delivery DROP CONSTRAINT delivery_replaces_key_id_fkey, DROP CONSTRAINT delivery_pkey',
    `INSERT INTO delivery (key_id, order_item_id) SELECT key_id, order_item_id FROM delivery WHERE key_id = ${SOLD}`,
  ],
  'a delivery without a confirmed payment': [
    'ALTER TABLE payment DROP CONSTRAINT payment_paid_has_time',
    `UPDATE payment SET paid_at = NULL WHERE id = ${PAID}`,
  ],
  'a delivery whose payment was not booked in full, in its currency': [
    `UPDATE payment SET amount = amount + 1 WHERE id = ${PAID}`,
  ],
  'a paid item of which delivered and refunded are not what was bought': [
    `UPDATE order_item SET count = 2 WHERE payment_id = ${PAID}`,
  ],
  'a movement that does not sum to zero': [
    'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_is_final',
    `UPDATE ledger_entry SET amount = amount + 1 WHERE account = 'sales'`,
  ],
  'a key whose state disagrees with its deliveries': [
    'ALTER TABLE product_key DISABLE TRIGGER product_key_transition',
    `UPDATE product_key SET status = 'available', order_item_id = NULL WHERE id = ${SOLD}`,
  ],
  'a refunded item with a key that is still sold': [WHOLE_REFUND],
  'a key opened for the first time after its refund': [
    WHOLE_REFUND,
    `UPDATE product_key SET status = 'revoked', changed_at = now() - interval '1 hour' WHERE id = ${SOLD}`,
    reveal('page'),
  ],
  'a claim whose answer disagrees with its key': [
    `INSERT INTO key_claim (key_id, account_id, reason, wait_reason)
      SELECT ${SOLD}, min(id), 'used', 'price' FROM account`,
  ],
  'an opened gift whose recipient has not seen a key': [gift('opened', 'now(), NULL')],
  'a key of a gift that was opened by its giver, or of a closed gift that was opened at all': [
    'ALTER TABLE key_reveal DISABLE TRIGGER key_is_no_gift',
    gift('sent'),
    reveal('page'),
  ],
  'a gift that was taken back and opened': [
    gift('taken-back', "NULL, clock_timestamp() + interval '1 minute'"),
    reveal('gift'),
  ],
  'a closed gift whose key its giver does not have any more': [
    gift('sent'),
    `UPDATE product_key SET status = 'revoked' WHERE id = ${SOLD}`,
  ],
  'a key held for an order that does not wait any more': [`UPDATE payment SET status = 'failed' WHERE id = ${WAITING}`],
  'a payment whose items do not sum to it': [`UPDATE order_item SET amount = amount + 1 WHERE payment_id = ${WAITING}`],
  'a refund larger than its payment': [
    'ALTER TABLE refund DISABLE TRIGGER refund_fits',
    LATE_REFUND.replace('1, ', '100000000, '),
  ],
  'an item refunded more often, or with more, than it was bought for': [LATE_REFUND, refundedItem(2, 1)],
  'a refund whose items do not sum to it': [LATE_REFUND, refundedItem(1, 0)],
  'a payment whose status disagrees with its refunds': [LATE_REFUND],
  'a payment whose ledger disagrees with its refunds': [
    LATE_REFUND,
    "UPDATE refund SET status = 'done', done_at = now(), next_try_at = NULL",
  ],
  'a refund that is done but not booked': [
    LATE_REFUND,
    "UPDATE refund SET status = 'done', done_at = now(), next_try_at = NULL",
  ],
  'a basket that is frozen without a payment': [`UPDATE payment SET status = 'failed' WHERE id = ${WAITING}`],
  'a paid basket without a payment, or a paid payment without its basket': [
    'ALTER TABLE basket DISABLE TRIGGER basket_transition',
    `UPDATE basket SET status = 4 WHERE id = (SELECT basket_id FROM payment WHERE id = ${PAID})`,
  ],
  'a promo code used more often than it may be': ["INSERT INTO promo_code (code, percent, used) VALUES ('TEST', 5, 3)"],
  'a paid discount without its use of a promo code, or a use without a discount': [
    `UPDATE payment SET base_cents = base_cents - 1, discount_cents = 1 WHERE id = ${PAID}`,
  ],
};

/** Without the ids, which have no order. */
const counts = (faults: string[]) => faults.map((fault) => fault.replace(/ \(.*/, ''));

/** A check of what has changed reads nothing but the harm, and finds the same as a check of everything. */
const faultsAfter = (statements: string[]) =>
  afterHarm(store.database, ['DELETE FROM unchecked_change', ...statements], async (harmed) => {
    const faults = await checkInvariants(harmed, INVARIANTS);
    const { payments } = await checkChangedOrders(harmed);
    expect(counts(payments.faults)).toEqual(counts(faults));
    return faults;
  });

describe('the invariants', () => {
  it('hold in an undamaged database', async () => {
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
    expect(Object.keys(HARM)).toEqual(Object.keys(INVARIANTS));
  });

  it.each([
    [
      'another code than the one in the basket',
      [
        "INSERT INTO promo_code (code, percent) VALUES ('ONE', 5), ('OTHER', 5)",
        `UPDATE payment SET base_cents = base_cents - 1, discount_cents = 1,
          promo_code_id = (SELECT id FROM promo_code WHERE code = 'ONE') WHERE id = ${PAID}`,
        `INSERT INTO promo_use (basket_id, account_id, promo_code_id) SELECT basket_id, account_id,
          (SELECT id FROM promo_code WHERE code = 'OTHER') FROM payment WHERE id = ${PAID}`,
      ],
    ],
    [
      'a code that took nothing off',
      [
        "INSERT INTO promo_code (code, percent) VALUES ('ONE', 5)",
        `INSERT INTO promo_use (basket_id, account_id, promo_code_id) SELECT basket_id, account_id,
          (SELECT id FROM promo_code WHERE code = 'ONE') FROM payment WHERE id = ${PAID}`,
      ],
    ],
    [
      'a discount that its payment does not know',
      [`UPDATE payment SET base_cents = base_cents - 1 WHERE id = ${PAID}`],
    ],
  ])('tell of a paid basket with %s', async (_what, statements) => {
    expect(await faultsAfter(statements)).toEqual([expect.stringContaining('a paid discount without its use')]);
  });

  it.each([
    ['an item', 'a paid item of which', `DELETE FROM delivery WHERE key_id = ${SOLD}`],
    ['a basket', 'a paid basket without', `UPDATE payment SET basket_id = gen_random_uuid() WHERE id = ${PAID}`],
    [
      'a payment',
      'a payment whose items do not sum to it',
      `UPDATE order_item SET payment_id = ${WAITING}, product_id = product_id + 1 WHERE payment_id = ${PAID}`,
    ],
  ])('report %s that has lost what belonged to it', async (_what, name, statement) => {
    const unbound = ['delivery', 'key_reveal', 'key_claim', 'gift', 'payment', 'order_item'].map(
      (table) => `DO $$ DECLARE name text; BEGIN FOR name IN SELECT conname FROM pg_constraint
        WHERE conrelid = '${table}'::regclass AND contype = 'f' LOOP
        EXECUTE format('ALTER TABLE ${table} DROP CONSTRAINT %I', name); END LOOP; END $$`,
    );
    expect(await faultsAfter([...unbound, statement])).toContainEqual(expect.stringContaining(name));
  });

  it.each(Object.entries(HARM))('report %s', async (name, statements) => {
    expect(await faultsAfter(statements)).toContainEqual(expect.stringContaining(name));
  });
});
