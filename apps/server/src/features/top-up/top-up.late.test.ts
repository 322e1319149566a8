import { LATE_PAYMENT_SECONDS } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../../testing/test-member.ts';
import { press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  creditsOf,
  deliver,
  deliverUntil,
  GUEST,
  getTopUp,
  ledgerOf,
  order,
  turn,
  UC_60,
} from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from './top-up.check.ts';

/** A top-up whose payment the store has given up, and that is paid afterwards. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  for (const sandbox of ['g-engine', 'g2bulk', 'epoint']) await turn(store, sandbox);
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

let number = 0;
const newLogin = () => `gamer_${++number}`;
const newPlayer = () => `512${String(++number).padStart(5, '0')}7`;
const booksOf = (orderId: string) => ledgerOf(store, orderId);

async function refundAll(orderId: string) {
  await store.payments.refunds.refundDue();
  return getTopUp(store, orderId);
}

describe('money that comes late', () => {
  /** Given up by the store and paid at the provider afterwards; `meanwhile` runs in between. */
  async function payLate(account: string, wanted: object = {}, meanwhile = async (_orderId: string) => {}) {
    await turn(store, 'epoint', { drop: 100 });
    const { body } = await order(store, GUEST, { provider: 'epoint', account, amount: 5000, ...wanted });
    const look = async (change: ReturnType<typeof sql>) => {
      await sql`UPDATE payment SET next_check_at = now(), ${change} WHERE order_id = ${body.orderId}`.execute(
        store.database,
      );
      await store.payments.watch.checkDue();
    };
    await look(sql`expires_at = now()`);
    expect(await getTopUp(store, body.orderId)).toMatchObject({ statusId: 4, stage: 'not-paid' });
    await meanwhile(body.orderId);
    await press(body, 'approve');
    await look(sql`checks = checks`);
    return body.orderId;
  }

  it('is delivered', async () => {
    const account = newLogin();
    const orderId = await payLate(account);
    expect(await getTopUp(store, orderId)).toMatchObject({ statusId: 3, stage: 'paid' });
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('goes back when the time limit for late payments is over', async () => {
    const account = newLogin();
    const orderId = await payLate(account, {}, async (id) => {
      await sql`UPDATE payment SET given_up_at = now() - make_interval(secs => ${LATE_PAYMENT_SECONDS + 1})
        WHERE order_id = ${id}`.execute(store.database);
    });
    expect(await getTopUp(store, orderId)).toMatchObject({ statusId: 4, stage: 'refunding' });
    expect(await refundAll(orderId)).toMatchObject({ statusId: 5, stage: 'refunded' });
    expect(await creditsOf(store, account)).toEqual([]);
    expect(await booksOf(orderId)).toEqual({ 'provider:epoint': 0, owed: 0 });
  });

  it('goes back when the offer was withdrawn meanwhile', async () => {
    const account = newPlayer();
    const offer = (isOffered: boolean) =>
      sql`UPDATE product SET offered = ${isOffered} WHERE id = ${UC_60}`.execute(store.database);
    const orderId = await payLate(account, { id: UC_60, amount: 0 }, async () => void (await offer(false)));
    await offer(true);
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'refunding' });
    expect(await refundAll(orderId)).toMatchObject({ stage: 'refunded' });
    expect(await creditsOf(store, account)).toEqual([]);
  });

  it('goes back when the buyer was blocked meanwhile', async () => {
    const member = await createMember(store);
    const account = newLogin();
    await turn(store, 'epoint', { drop: 100 });
    const { body } = await order(store, member, { provider: 'epoint', account, amount: 5000 });
    await store.payments.settlement.giveUp(body.orderId, 'expired', 'it was not paid in time');
    await sql`UPDATE account SET blocked_at = now(), blocked_reason = 'fraud' WHERE id = ${member.accountId}`.execute(
      store.database,
    );
    await press(body, 'approve');
    await sql`UPDATE payment SET next_check_at = now() WHERE order_id = ${body.orderId}`.execute(store.database);
    await store.payments.watch.checkDue();
    expect(await getTopUp(store, body.orderId)).toMatchObject({ stage: 'refunding' });
    expect(await creditsOf(store, account)).toEqual([]);
  });

  it('for UC is delivered while the price covers the cost, and goes back otherwise', async () => {
    await turn(store, 'g2bulk', { deliverAfterMs: 0 });
    const [good, dear] = [newPlayer(), newPlayer()];
    const first = await payLate(good, { id: UC_60, amount: 0 });
    await deliverUntil(store, first, 'delivered');
    const second = await payLate(dear, { id: UC_60, amount: 0 });
    await turn(store, 'g2bulk', { deliverAfterMs: 0, ratePercent: 200 });
    await deliverUntil(store, second, 'refunding');
    expect(await refundAll(second)).toMatchObject({ stage: 'refunded' });
    expect(await creditsOf(store, dear)).toEqual([]);
  });

  it('is asked about anew as often as it takes, and not sent before', async () => {
    const account = newPlayer();
    const orderId = await payLate(account, { id: UC_60, amount: 0 });
    await turn(store, 'g2bulk', { fail: true });
    for (let round = 0; round < 2; round++) expect(await deliver(store, orderId)).toMatchObject({ statusId: 3 });
    await turn(store, 'g2bulk', { deliverAfterMs: 0, ratePercent: 200 });
    await deliverUntil(store, orderId, 'refunding');
    expect(await creditsOf(store, account)).toEqual([]);
  });
});
