import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkChangedOrders } from '../../commands/check-store.ts';
import { afterHarm } from '../../testing/test-harm.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { deliverUntil, GUEST, order, paidTopUp } from '../../testing/test-top-up.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import { QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS } from './top-up.check.ts';

/** Each check must be able to fail: the constraints are removed and the data is damaged. */

const ALL = { ...TOP_UP_INVARIANTS, ...QUIET_TOP_UP_INVARIANTS };

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  await order(store, GUEST, { account: 'waiting' });
  await deliverUntil(store, await paidTopUp(store, GUEST, { account: 'delivered' }), 'delivered');
  await deliverUntil(store, await paidTopUp(store, GUEST, { account: 'fail_and_refunded' }), 'refunding');
  await store.payments.refunds.refundDue();
  await deliverUntil(store, await paidTopUp(store, GUEST, { account: 'fail_and_refunding' }), 'refunding');
  await paidTopUp(store, GUEST, { account: 'paid' });
});
afterAll(() => store.close());

const DEFENCELESS = 'ALTER TABLE top_up DISABLE TRIGGER top_up_transition';
const of = (account: string) => `(SELECT id FROM top_up WHERE account = '${account}')`;
const paymentOf = (account: string) => `(SELECT id FROM payment WHERE top_up_id = ${of(account)})`;
const unpay = (account: string) => [
  'ALTER TABLE payment DISABLE TRIGGER payment_transition',
  `UPDATE payment SET paid_at = NULL, status = 'pending' WHERE top_up_id = ${of(account)}`,
];

const HARM: Record<keyof typeof ALL, string[]> = {
  'a top-up without its payment': [
    'ALTER TABLE payment DROP CONSTRAINT payment_basket_or_top_up',
    `UPDATE payment SET top_up_id = NULL WHERE id = ${paymentOf('waiting')}`,
  ],
  'a delivered top-up without a confirmed payment': unpay('delivered'),
  'a top-up that went to a supplier before it was paid': [`UPDATE top_up SET tries = 1 WHERE id = ${of('waiting')}`],
  'a payment of another sum than its quote': [
    `UPDATE payment SET amount = amount + 1 WHERE id = ${paymentOf('waiting')}`,
  ],
  'a top-up sold below its cost': [`UPDATE top_up SET cost_cents = 1000000 WHERE id = ${of('delivered')}`],
  'a top-up that was delivered and, not by an operator, refunded': [
    `INSERT INTO refund (payment_id, amount, reason, refunded_before) VALUES (${paymentOf('delivered')}, 1, 'late', 0)`,
  ],
  'a refunded top-up of which something was kept': [
    `UPDATE refund SET amount = amount - 1 WHERE payment_id = ${paymentOf('fail_and_refunded')}`,
  ],
  'a failed top-up that was paid and does not go back': [
    `DELETE FROM refund WHERE payment_id = ${paymentOf('fail_and_refunding')}`,
  ],
  'a top-up that waits although its payment is decided, or the other way round': [
    `UPDATE payment SET status = 'failed' WHERE id = ${paymentOf('waiting')}`,
  ],
  'a delivery that is not booked, or a booked one that was none': [
    DEFENCELESS,
    `UPDATE top_up SET status = 1, delivered_at = now(), next_try_at = NULL WHERE id = ${of('paid')}`,
  ],
  'a paid top-up of which something else is owed than was charged': [
    'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_is_final',
    `UPDATE ledger_entry SET amount = amount - 1 WHERE account = 'owed' AND transaction_id IN (
      SELECT id FROM ledger_transaction WHERE payment_id = ${paymentOf('paid')})`,
  ],
  'a paid top-up neither delivered nor refunded': [
    `UPDATE top_up SET paid_at = now() - interval '1 hour' WHERE id = ${of('paid')}`,
  ],
};

describe('the invariants of top-ups', () => {
  it('hold where nothing has happened to them', async () => {
    expect(await checkInvariants(store.database, ALL)).toEqual([]);
    expect(Object.keys(HARM)).toEqual(Object.keys(ALL));
  });

  /** A check of what has changed reads nothing but the harm, and finds the same as a check of everything. */
  const faultsAfter = (statements: string[]) =>
    afterHarm(store.database, ['DELETE FROM unchecked_change', ...statements], async (harmed) => {
      const faults = await checkInvariants(harmed, ALL);
      const { topUps } = await checkChangedOrders(harmed);
      expect(topUps.faults).toEqual(faults);
      return faults;
    });

  it.each(Object.entries(HARM))('tell of %s', async (name, statements) => {
    expect(await faultsAfter(statements)).toContainEqual(expect.stringContaining(name));
  });

  it('tell of a top-up that fails long after it was paid and checked, and whose refund is lost', async () => {
    const failed = `UPDATE top_up SET status = 4, next_try_at = NULL WHERE id = ${of('paid')}`;
    expect(await faultsAfter([failed])).toContainEqual(
      expect.stringContaining('a failed top-up that was paid and does not go back'),
    );
  });
});

describe('the database itself refuses', () => {
  it.each([
    [
      'a delivery of what failed and was paid',
      `UPDATE top_up SET status = 3, next_try_at = now() WHERE id = ${of('fail_and_refunding')}`,
    ],
    [
      'a second life of what was refunded',
      `UPDATE top_up SET status = 3, next_try_at = now() WHERE id = ${of('fail_and_refunded')}`,
    ],
    [
      'a failure of what has arrived',
      `UPDATE top_up SET status = 4, delivered_at = NULL WHERE id = ${of('delivered')}`,
    ],
    [
      'a delivery of what was never paid',
      `UPDATE top_up SET status = 1, delivered_at = now() WHERE id = ${of('waiting')}`,
    ],
    ['a quote below its cost', 'UPDATE top_up_quote SET base_cents = cost_cents - 1'],
    ['a charge that is worth less than the price', 'UPDATE top_up_quote SET charged = 1'],
    [
      'a second top-up of one quote',
      `INSERT INTO top_up (quote_id, language, supplier, code, account)
      SELECT quote_id, language, supplier, 'another-code-for-it', account FROM top_up WHERE id = ${of('waiting')}`,
    ],
    ['a payment for nothing', 'UPDATE payment SET top_up_id = NULL'],
  ])('%s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(store.database)).rejects.toMatchObject({
      code: expect.stringMatching(/^23(514|505)$/),
    });
  });
});
