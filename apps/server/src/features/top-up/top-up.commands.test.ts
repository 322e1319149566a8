import type { TopUpSupplier } from '@oyna/providers/top-up-supplier';
import { TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  creditsOf,
  deliver,
  deliverUntil,
  GUEST,
  getTopUp,
  paidTopUp,
  turn,
  UC_60,
} from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from './top-up.check.ts';
import { describeStuckTopUp, listStuckTopUps, settleTopUp } from './top-up.commands.ts';

/** What an operator can do about a top-up that does not end by itself. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  for (const sandbox of ['g-engine', 'g2bulk']) await turn(store, sandbox);
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

let number = 0;
const newLogin = (prefix = 'stuck_') => `${prefix}${++number}`;
const settle = (orderId: string, outcome: 'delivered' | 'failed') =>
  settleTopUp(store.database, store.topUps, orderId, outcome);
const stuckLine = async (orderId: string) =>
  (await listStuckTopUps(store.database)).map(describeStuckTopUp).find((line) => line.startsWith(orderId));
const auditOf = async (orderId: string) =>
  (
    await store.database
      .selectFrom('audit_entry')
      .select('action')
      .where('subject', '=', `order ${orderId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

/** Moves the first try into the past and ends the claim of the worker. */
const pass = (orderId: string, interval: string) =>
  sql`UPDATE top_up SET unanswered_since = unanswered_since - ${interval}::interval, next_try_at = now() FROM payment
    WHERE payment.top_up_id = top_up.id AND order_id = ${orderId}`.execute(store.database);

/** A top-up whose supplier has not answered since the order, executed or not. */
async function unanswered(account: string, trouble: object, id?: number): Promise<string> {
  const supplier = id === undefined ? 'g-engine' : 'g2bulk';
  await turn(store, supplier);
  const orderId = await paidTopUp(store, GUEST, { account, ...(id === undefined ? {} : { id }) });
  await turn(store, supplier, trouble);
  expect(await deliver(store, orderId)).toMatchObject({ stage: 'delivering' });
  return orderId;
}

describe('a top-up whose supplier tells us nothing', () => {
  it('is listed after some minutes, and not before', async () => {
    const orderId = await unanswered(newLogin(), { hangUp: true });
    expect(await stuckLine(orderId)).toBeUndefined();
    await pass(orderId, '6 minutes');
    expect(await stuckLine(orderId)).toMatch(/ {2}unknown {2}g-engine .* {2}stuck_1 {2}unknown: /);
    await turn(store, 'g-engine');
    await deliverUntil(store, orderId, 'delivered');
    expect(await stuckLine(orderId)).toBeUndefined();
  });

  it('is delivered or refunded as the operator decides, and the decision is recorded', async () => {
    const [arrived, failed] = [newLogin(), newLogin()];
    const orders = [await unanswered(arrived, { hangUp: true }), await unanswered(failed, { hangUp: true })];
    const [first = '', second = ''] = orders;
    for (const orderId of orders) await pass(orderId, '31 minutes');
    expect(await settle(first, 'delivered')).toBe('It is booked as delivered');
    expect(await getTopUp(store, first)).toMatchObject({ stage: 'delivered' });
    expect(await settle(second, 'failed')).toBe('The refund is on its way');
    expect(await getTopUp(store, second)).toMatchObject({ stage: 'refunding' });
    await store.payments.refunds.refundDue();
    expect(await getTopUp(store, second)).toMatchObject({ stage: 'refunded' });
    expect([await auditOf(first), await auditOf(second)]).toEqual([['delivered'], ['failed']]);
    await expect(settle(second, 'delivered')).rejects.toThrow('The top-up is refunded, not in delivery');
  });

  it('is left to the worker within the first half hour, and while it is claimed', async () => {
    const orderId = await unanswered(newLogin(), { hangUp: true });
    await pass(orderId, '29 minutes');
    await expect(settle(orderId, 'failed')).rejects.toThrow('A worker still finds out by itself');
    await pass(orderId, '2 minutes');
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    const steam = store.topUps.suppliers.get('steam') as TopUpSupplier;
    const { read } = steam;
    steam.read = () => {
      asking.resolve();
      return answer.promise;
    };
    const worker = store.topUps.delivery.deliverDue();
    await asking.promise;
    await expect(settle(orderId, 'failed')).rejects.toThrow('or is asking just now');
    answer.reject(new TopUpSupplierError('unknown', 'no answer'));
    await worker;
    steam.read = read;
    await turn(store, 'g-engine');
    await deliverUntil(store, orderId, 'delivered');
    expect(await auditOf(orderId)).toEqual([]);
  });

  it('ends as the supplier reports when it answers again', async () => {
    const [arrived, failed] = [newLogin(), newLogin('fail_')];
    const orders = [await unanswered(arrived, { hangUp: true }), await unanswered(failed, { hangUp: true })];
    const [first = '', second = ''] = orders;
    await turn(store, 'g-engine');
    for (const orderId of orders) await pass(orderId, '31 minutes');
    await expect(settle(first, 'failed')).rejects.toThrow('has delivered it');
    await expect(settle(second, 'delivered')).rejects.toThrow('has failed');
    expect(await getTopUp(store, first)).toMatchObject({ stage: 'delivered' });
    expect(await getTopUp(store, second)).toMatchObject({ stage: 'refunding' });
    expect(await creditsOf(store, arrived)).toHaveLength(1);
    await store.payments.refunds.refundDue();
  });

  it('cannot have arrived when it was never executed', async () => {
    const orderId = await unanswered(newLogin(), { fail: true });
    await turn(store, 'g-engine');
    await pass(orderId, '31 minutes');
    await expect(settle(orderId, 'delivered')).rejects.toThrow('has not executed it');
    await pass(orderId, '1 minute');
    expect(await settle(orderId, 'failed')).toBe('The refund is on its way');
    await store.payments.refunds.refundDue();
    expect(await store.topUps.delivery.deliverDue()).toBe(0);
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'refunded' });
  });

  it('of G2Bulk is read by its id, and is not touched while it is in progress', async () => {
    const orderId = await unanswered('5120000017', { deliverAfterMs: 600_000 }, UC_60);
    await pass(orderId, '31 minutes');
    await expect(settle(orderId, 'failed')).rejects.toThrow('it is at work');
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering' });
  });
});

describe('a top-up that waits for our balance', () => {
  it('is listed, and can be given back at once, but not called delivered', async () => {
    const account = newLogin();
    const orderId = await unanswered(account, { balanceCents: 0 });
    expect(await stuckLine(orderId)).toContain('  waits  g-engine ');
    await expect(settle(orderId, 'delivered')).rejects.toThrow('has not executed it');
    expect(await deliver(store, orderId)).toMatchObject({ isDelayed: true });
    expect(await settle(orderId, 'failed')).toBe('The refund is on its way');
    await store.payments.refunds.refundDue();
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'refunded' });
    expect(await creditsOf(store, account)).toEqual([]);
  });
});

describe('a top-up whose refund failed', () => {
  it('is listed', async () => {
    const orderId = await paidTopUp(store, GUEST, { account: newLogin('fail_') });
    await deliverUntil(store, orderId, 'refunding');
    await sql`UPDATE refund SET tries = 100`.execute(store.database);
    await turn(store, 'platron', { fail: true });
    await store.payments.refunds.refundDue();
    await turn(store, 'platron');
    expect(await stuckLine(orderId)).toContain('  refund failed  g-engine ');
  });
});

it('an order that is not there is no top-up', async () => {
  await expect(settle('A'.repeat(26), 'failed')).rejects.toThrow('There is no top-up');
});
