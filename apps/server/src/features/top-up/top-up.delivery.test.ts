import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { letterTo } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  creditsOf,
  deliver,
  deliverUntil,
  GUEST,
  getTopUp,
  ledgerOf,
  paidTopUp,
  turn,
  UC_60,
} from '../../testing/test-top-up.ts';
import { checkInvariants, compareWithProviders, INVARIANTS } from '../payment/payment.check.ts';
import { compareWithSuppliers, TOP_UP_INVARIANTS } from './top-up.check.ts';
import { settleTopUp } from './top-up.commands.ts';

/** Every course of a paid top-up to its end: delivered once, or refunded. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  for (const sandbox of ['g-engine', 'g2bulk', 'platron', 'epoint']) await turn(store, sandbox);
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

let number = 0;
const newLogin = (prefix = 'gamer_') => `${prefix}${++number}`;
const newPlayer = (ending = '7') => `512${String(++number).padStart(5, '0')}${ending}`;
const uc = (account: string) => ({ id: UC_60, account });

const booksOf = (orderId: string) => ledgerOf(store, orderId);
const alerts = async (kind: 'supplier-balance') =>
  (
    await store.database
      .selectFrom('payment_alert')
      .select(['provider', 'resolved_at'])
      .where('kind', '=', kind)
      .execute()
  ).filter(({ resolved_at: at }) => at === null);

async function refundAll(orderId: string) {
  await store.payments.refunds.refundDue();
  return getTopUp(store, orderId);
}

const settle = (orderId: string, outcome: 'delivered' | 'failed') =>
  settleTopUp(store.database, store.topUps, orderId, outcome);

const notificationsOf = async (member: Member) =>
  (
    await call<{ kind: string; data: { orderId: string; topUp: boolean } }[]>(
      store,
      member,
      'GET',
      '/api/v1/user/notifications',
    )
  ).body;

describe('a Steam top-up that is paid', () => {
  it('waits for a worker, and is delivered once', async () => {
    const account = newLogin();
    const orderId = await paidTopUp(store, GUEST, { account });
    const paid = await getTopUp(store, orderId);
    expect(paid).toMatchObject({ stage: 'paid', paidAt: expect.any(String), link_url: null });
    expect(await booksOf(orderId)).toEqual({ 'provider:platron': paid.charged.amount, owed: -paid.charged.amount });
    expect(await deliver(store, orderId)).toMatchObject({ statusId: 1, stage: 'delivered', isDelayed: false });
    const amount = paid.charged.amount;
    expect(await booksOf(orderId)).toEqual({ 'provider:platron': amount, owed: 0, sales: -amount });
    expect(await creditsOf(store, account)).toMatchObject([{ account, amount: 100_000, currency: 'RUB' }]);
  });

  it('is delivered once by ten workers', async () => {
    const account = newLogin();
    const orderId = await paidTopUp(store, GUEST, { account });
    await Promise.all(Array.from({ length: 10 }, () => store.topUps.delivery.deliverDue()));
    expect(await deliverUntil(store, orderId, 'delivered')).toMatchObject({ statusId: 1 });
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('in tenge through Epoint credits tenge', async () => {
    const account = newLogin();
    const orderId = await paidTopUp(store, GUEST, { provider: 'epoint', account, amount: 5000 });
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toMatchObject([{ amount: 500_000, currency: 'KZT' }]);
  });

  it('takes its time (slow_): it is asked about until it has arrived', async () => {
    const account = newLogin('slow_');
    const orderId = await paidTopUp(store, GUEST, { account });
    expect(await deliver(store, orderId)).toMatchObject({ statusId: 3, stage: 'delivering' });
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('is executed without an answer (timeout_): the status shows it, and nothing is sent twice', async () => {
    const account = newLogin('timeout_');
    const orderId = await paidTopUp(store, GUEST, { account });
    expect(await deliver(store, orderId)).toMatchObject({ statusId: 3, stage: 'delivering' });
    expect(await creditsOf(store, account)).toHaveLength(1);
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('fails for good (fail_): all of the money goes back by itself', async () => {
    const account = newLogin('fail_');
    const orderId = await paidTopUp(store, GUEST, { account });
    const failed = await deliver(store, orderId);
    expect(failed).toMatchObject({ statusId: 4, stage: 'refunding', refundedAt: null });
    const amount = failed.charged.amount;
    expect(await booksOf(orderId)).toEqual({ 'provider:platron': amount, owed: -amount });
    const refunded = await refundAll(orderId);
    expect(refunded).toMatchObject({ statusId: 5, stage: 'refunded', refundedAt: expect.any(String) });
    expect(await booksOf(orderId)).toEqual({ 'provider:platron': 0, owed: 0 });
    expect(await creditsOf(store, account)).toEqual([]);
    expect(await store.topUps.delivery.deliverDue()).toBe(0);
  });

  it('whose supplier is away is asked about until it is back', async () => {
    const account = newLogin();
    const orderId = await paidTopUp(store, GUEST, { account });
    for (const trouble of [{ fail: true }, { garbage: true }, { hangUp: true }, { timeoutOnExecute: true }]) {
      await turn(store, 'g-engine', trouble);
      expect(await deliver(store, orderId)).toMatchObject({ statusId: 3 });
    }
    await turn(store, 'g-engine');
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('waits while our balance is used up, with one line for the operator, and continues by itself', async () => {
    await turn(store, 'g-engine', { balanceCents: 0 });
    const accounts = [newLogin(), newLogin()];
    const orderIds: string[] = [];
    for (const account of accounts) orderIds.push(await paidTopUp(store, GUEST, { account }));
    for (const orderId of orderIds) {
      expect(await deliver(store, orderId)).toMatchObject({ statusId: 3, stage: 'delivering', isDelayed: true });
    }
    expect(await alerts('supplier-balance')).toMatchObject([{ provider: 'g-engine' }]);
    expect(await deliver(store, orderIds[0] ?? '')).toMatchObject({ statusId: 3, isDelayed: true });
    await turn(store, 'g-engine', { balanceCents: 100_000 });
    for (const orderId of orderIds) await deliverUntil(store, orderId, 'delivered');
    expect(await alerts('supplier-balance')).toEqual([]);
    for (const account of accounts) expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('whose code the supplier has lost is ordered anew, if the payment covers it', async () => {
    const [covered, lost] = [newLogin(), newLogin()];
    const forget = (orderId: string) =>
      sql`UPDATE top_up SET code = ${`lost-${orderId}`} WHERE id = (
        SELECT top_up_id FROM payment WHERE order_id = ${orderId})`.execute(store.database);
    const first = await paidTopUp(store, GUEST, { account: covered });
    await forget(first);
    await deliverUntil(store, first, 'delivered');
    expect(await creditsOf(store, covered)).toHaveLength(1);
    const second = await paidTopUp(store, GUEST, { account: lost });
    await forget(second);
    await turn(store, 'g-engine', { ratePercent: 150 });
    await deliverUntil(store, second, 'refunding');
    expect(await refundAll(second)).toMatchObject({ stage: 'refunded' });
    expect(await creditsOf(store, lost)).toEqual([]);
  });
});

describe('UC that are paid', () => {
  it('arrive', async () => {
    const account = newPlayer();
    const orderId = await paidTopUp(store, GUEST, uc(account));
    expect(await deliver(store, orderId)).toMatchObject({ statusId: 3, stage: 'delivering' });
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toMatchObject([{ item: '60 UC' }]);
  });

  it('are asked about sooner after a callback, whatever it says', async () => {
    await turn(store, 'g2bulk', { deliverAfterMs: 600_000, drop: 100 });
    const orderId = await paidTopUp(store, GUEST, uc(newPlayer()));
    await deliver(store, orderId);
    const later = sql<{
      code: string;
      tries: number;
    }>`UPDATE top_up SET next_try_at = now() + interval '1 hour' WHERE id = (
      SELECT top_up_id FROM payment WHERE order_id = ${orderId}) RETURNING code, tries`;
    const [{ code, tries } = { code: '', tries: 0 }] = (await later.execute(store.database)).rows;
    expect(await store.topUps.delivery.deliverDue()).toBe(0);
    const url = `/api/v1/callbacks/g2bulk/${code}`;
    const answer = await store.server.inject({ method: 'POST', url, payload: { status: 'COMPLETED' } });
    expect(answer.statusCode).toBe(200);
    expect(await store.topUps.delivery.deliverDue()).toBe(1);
    // The callback says that it is delivered; the status of the supplier says that it is not.
    expect(tries).toBe(1);
    expect(await getTopUp(store, orderId)).toMatchObject({ statusId: 3, stage: 'delivering', deliveredAt: null });
  });

  it('are not asked about sooner after a callback of another supplier', async () => {
    const orderId = await paidTopUp(store, GUEST, { account: newLogin() });
    const waiting = sql<{ code: string; next_try_at: Date }>`
      UPDATE top_up SET next_try_at = now() + interval '1 hour', tries = 1
      WHERE id = (SELECT top_up_id FROM payment WHERE order_id = ${orderId}) RETURNING code, next_try_at`;
    const [before] = (await waiting.execute(store.database)).rows;
    const { statusCode } = await store.server.inject({
      method: 'POST',
      url: `/api/v1/callbacks/g2bulk/${before?.code}`,
    });
    expect(statusCode).toBe(200);
    const after = sql`SELECT code, next_try_at FROM top_up WHERE code = ${before?.code}`;
    expect((await after.execute(store.database)).rows).toEqual([before]);
  });

  it('are reported twice (2222) and delivered once', async () => {
    const account = newPlayer('2222');
    await turn(store, 'g2bulk', { deliverAfterMs: 0 });
    const orderId = await paidTopUp(store, GUEST, uc(account));
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('fail (1111): the money goes back', async () => {
    const account = newPlayer('1111');
    await turn(store, 'g2bulk', { deliverAfterMs: 0 });
    const orderId = await paidTopUp(store, GUEST, { ...uc(account), provider: 'epoint' });
    await deliverUntil(store, orderId, 'refunding');
    expect(await refundAll(orderId)).toMatchObject({ statusId: 5, stage: 'refunded' });
    expect(await creditsOf(store, account)).toEqual([]);
  });

  it('that have become dearer than what was paid are not bought: the money goes back', async () => {
    const account = newPlayer();
    const orderId = await paidTopUp(store, GUEST, uc(account));
    await turn(store, 'g2bulk', { ratePercent: 200 });
    expect(await deliver(store, orderId)).toMatchObject({ stage: 'refunding' });
    expect(await refundAll(orderId)).toMatchObject({ stage: 'refunded' });
    expect(await creditsOf(store, account)).toEqual([]);
  });

  it('that have become dearer while they waited for our balance are not bought', async () => {
    await turn(store, 'g2bulk', { balanceCents: 0 });
    const accounts = [newPlayer(), newPlayer()];
    const orderIds: string[] = [];
    for (const account of accounts) orderIds.push(await paidTopUp(store, GUEST, uc(account)));
    for (const orderId of orderIds) {
      expect(await deliver(store, orderId)).toMatchObject({ stage: 'delivering', isDelayed: true });
    }
    // The look of an operator sends nothing.
    await expect(settle(orderIds[1] ?? '', 'delivered')).rejects.toThrow('has not executed it');
    await turn(store, 'g2bulk', { ratePercent: 150, balanceCents: 100_000, deliverAfterMs: 0 });
    for (const orderId of orderIds) {
      expect(await deliver(store, orderId)).toMatchObject({ stage: 'refunding' });
      expect(await refundAll(orderId)).toMatchObject({ stage: 'refunded' });
    }
    for (const account of accounts) expect(await creditsOf(store, account)).toEqual([]);
    await sql`UPDATE payment_alert SET resolved_at = now() WHERE provider = 'g2bulk'`.execute(store.database);
  });

  it('whose price could not be read first are bought while the payment covers them, and not otherwise', async () => {
    const [covered, dear] = [newPlayer(), newPlayer()];
    for (const [account, ratePercent, stage] of [
      [covered, 100, 'delivered'],
      [dear, 150, 'refunding'],
    ] as const) {
      const orderId = await paidTopUp(store, GUEST, uc(account));
      await turn(store, 'g2bulk', { fail: true });
      for (let round = 0; round < 2; round++) {
        expect(await deliver(store, orderId)).toMatchObject({ stage: 'delivering', isDelayed: false });
      }
      await turn(store, 'g2bulk', { ratePercent, deliverAfterMs: 0 });
      await deliverUntil(store, orderId, stage);
    }
    await store.payments.refunds.refundDue();
    expect(await creditsOf(store, covered)).toHaveLength(1);
    expect(await creditsOf(store, dear)).toEqual([]);
  });

  it('whose order is lost on the way back are ordered once', async () => {
    const account = newPlayer();
    await turn(store, 'g2bulk', { deliverAfterMs: 0, timeoutOnExecute: true });
    const orderId = await paidTopUp(store, GUEST, uc(account));
    for (let round = 0; round < 3; round++) {
      expect(await deliver(store, orderId)).toMatchObject({ stage: 'delivering' });
    }
    await turn(store, 'g2bulk', { deliverAfterMs: 0 });
    await deliverUntil(store, orderId, 'delivered');
    expect(await creditsOf(store, account)).toHaveLength(1);
  });

  it('whose key may be forgotten there are not sent again: an operator decides', async () => {
    await turn(store, 'g2bulk', { timeoutOnExecute: true });
    const [arrived, failed] = [newPlayer(), newPlayer()];
    const orders: string[] = [];
    for (const account of [arrived, failed]) {
      const orderId = await paidTopUp(store, GUEST, uc(account));
      await deliver(store, orderId);
      orders.push(orderId);
    }
    await turn(store, 'g2bulk');
    await sql`UPDATE top_up SET unanswered_since = now() - interval '1 hour' WHERE status = 3`.execute(store.database);
    for (const orderId of orders) expect(await deliver(store, orderId)).toMatchObject({ stage: 'delivering' });
    // Ends the claims of the worker.
    await sql`UPDATE top_up SET next_try_at = now() WHERE status = 3`.execute(store.database);
    expect(await settle(orders[0] ?? '', 'delivered')).toBe('It is booked as delivered');
    expect(await settle(orders[1] ?? '', 'failed')).toBe('The refund is on its way');
    expect(await getTopUp(store, orders[0] ?? '')).toMatchObject({ stage: 'delivered' });
    expect(await refundAll(orders[1] ?? '')).toMatchObject({ stage: 'refunded' });
    await expect(settle(orders[1] ?? '', 'delivered')).rejects.toThrow('The top-up is refunded, not in delivery');
  });

  it('a callback for nothing changes nothing', async () => {
    const url = `/api/v1/callbacks/g2bulk/${'x'.repeat(32)}`;
    const answer = await store.server.inject({ method: 'POST', url, payload: { status: 'COMPLETED' } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: true }]);
  });
});

describe('the buyer of a top-up', () => {
  it('a member finds it in the notifications and the mail', async () => {
    const member = await createMember(store);
    const { email = '' } = await store.database
      .selectFrom('account')
      .select('email')
      .where('id', '=', member.accountId)
      .executeTakeFirstOrThrow()
      .then(({ email: address }) => ({ email: address ?? '' }));
    await sql`UPDATE account SET language = 'en' WHERE id = ${member.accountId}`.execute(store.database);
    const orderId = await paidTopUp(store, member, { account: newLogin() });
    await deliverUntil(store, orderId, 'delivered');
    expect(await notificationsOf(member)).toMatchObject([
      {
        kind: 'delivered',
        data: { orderId, topUp: true, currency: 'RUB', credited: { amount: 100_000, currency: 'RUB' } },
      },
      { kind: 'paid', data: { orderId, topUp: true } },
    ]);
    const paid = await letterTo(store, email, 'Your top-up is paid: Steam, 1,000 ₽');
    expect(paid.text).toContain(`/top-up/${orderId}`);
    await letterTo(store, email, 'Your top-up has arrived: Steam, 1,000 ₽');
  });

  it('a guest is written to, in the language of the visit', async () => {
    const email = `${newLogin('guest')}@example.com`;
    const headers = { 'accept-language': 'kk' };
    const orderId = await paidTopUp(store, GUEST, { account: newLogin('fail_'), email, headers });
    await deliverUntil(store, orderId, 'refunding');
    await refundAll(orderId);
    for (const subject of ['Толықтыру төленді', 'Толықтыру сәтсіз аяқталды', 'Толықтыру ақшасы қайтарылды']) {
      const letter = await letterTo(store, email, `${subject}: Steam, 1 000 ₽`);
      expect(letter.text).toContain(`/top-up/${orderId}`);
    }
  });
});

describe('an operator', () => {
  it('cannot give back what is being delivered, and can what has arrived', async () => {
    const orderId = await paidTopUp(store, GUEST, { account: newLogin() });
    await expect(store.payments.refunds.refund(OPERATOR, orderId)).rejects.toMatchObject({
      code: 'state-conflict',
    });
    const { charged } = await deliverUntil(store, orderId, 'delivered');
    expect((await store.payments.refunds.refund(OPERATOR, orderId)).amount).toBe(charged.amount);
    const refunded = await refundAll(orderId);
    expect(refunded).toMatchObject({ statusId: 1, refundedAt: expect.any(String) });
    expect(await booksOf(orderId)).toEqual({ 'provider:platron': 0, owed: 0, sales: 0 });
  });

  it('finds orders that only one side has', async () => {
    const orderId = await paidTopUp(store, GUEST, { account: newLogin() });
    await deliverUntil(store, orderId, 'delivered');
    const code = (prefix: string) => sql`UPDATE top_up SET code = CASE WHEN code LIKE 'gone-%' THEN substr(code, 6)
      ELSE ${prefix} || code END WHERE id = (SELECT top_up_id FROM payment WHERE order_id = ${orderId})`;
    await code('gone-').execute(store.database);
    const { faults } = await compareWithSuppliers(store.database, store.topUps.suppliers, store.publicUrl);
    await code('').execute(store.database);
    expect(faults).toEqual([`g-engine ${orderId}: not-found there, delivered here`]);
  });

  it('sees which suppliers could not be asked', async () => {
    const books = await compareWithSuppliers(store.database, new Map(), store.publicUrl);
    expect(books).toMatchObject({ asked: 0, faults: [] });
    expect(books.notAsked).toEqual([
      expect.stringMatching(/^g-engine: \d+ top-ups, the supplier is not configured$/),
      expect.stringMatching(/^g2bulk: \d+ top-ups, the supplier is not configured$/),
    ]);
  });

  it('finds no difference between our records and those of suppliers and providers', async () => {
    const suppliers = await compareWithSuppliers(store.database, store.topUps.suppliers, store.publicUrl);
    expect(suppliers.asked).toBeGreaterThan(5);
    expect(suppliers.faults).toEqual([]);
    expect((await compareWithProviders(store.database, store.payments.providers)).faults).toEqual([]);
  });
});
