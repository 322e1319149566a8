import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../../testing/test-member.ts';
import { call, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  creditsOf,
  GUEST,
  getTopUp,
  order,
  paidTopUp,
  quoteFor,
  type ShownTopUp,
  STEAM,
  turn,
  UC_60,
} from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from './top-up.check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  for (const sandbox of ['g-engine', 'g2bulk', 'platron', 'epoint']) await turn(store, sandbox);
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

let number = 0;
/** A new login each time. */
const newLogin = (prefix = 'gamer_') => `${prefix}${++number}`;

const listOf = async (who: Parameters<typeof call>[1]) =>
  (await call<ShownTopUp[]>(store, who, 'GET', '/api/v1/user/replenishments')).body;
const countTopUps = async (account: string) =>
  (await store.database.selectFrom('top_up').select('id').where('account', '=', account).execute()).length;

describe('an order', () => {
  it('answers where to pay, and waits', async () => {
    const account = newLogin();
    const { status, body } = await order(store, GUEST, { account });
    expect(status).toBe(200);
    expect(body).toEqual({
      orderId: expect.stringMatching(/^[2-9A-Z]{26}$/),
      link_url: expect.stringContaining('/pay/'),
    });
    expect(await getTopUp(store, body.orderId)).toMatchObject({
      id: body.orderId,
      statusId: 2,
      stage: 'accepted',
      service: 'steam',
      name: 'Steam',
      account,
      link_url: body.link_url,
      paidAt: null,
      isDelayed: false,
    });
  });

  it('with a token belongs to the user alone', async () => {
    const [owner, stranger] = [await createMember(store), await createMember(store)];
    const first = await order(store, owner, { account: newLogin() });
    const second = await order(store, owner, { provider: 'epoint', id: UC_60, account: '5123456789' });
    expect(await listOf(owner)).toMatchObject([
      {
        id: second.body.orderId,
        service: 'pubg',
        name: '60 UC',
        amount: 0,
        currency: null,
        accountName: expect.stringMatching(/_789$/),
      },
      { id: first.body.orderId, service: 'steam', amount: 1000, currency: 'RUB' },
    ]);
    expect(await listOf(stranger)).toEqual([]);
    expect((await call(store, GUEST, 'GET', '/api/v1/user/replenishments')).status).toBe(401);
  });

  it('is not an order of keys, and is not cancelled like one', async () => {
    const owner = await createMember(store);
    const { body } = await order(store, owner, { account: newLogin() });
    expect((await call(store, owner, 'GET', `/api/v1/user/orders/${body.orderId}`)).status).toBe(404);
    expect((await call(store, owner, 'POST', `/api/v1/payment/${body.orderId}/cancel`)).status).toBe(404);
  });

  it('that does not exist is not found', async () => {
    for (const id of ['nothing', 'A'.repeat(26), '%00', "'", 'quote', 'options2']) {
      const answer = await store.server.inject({ url: `/api/v1/replenishment/${id}` });
      expect([answer.statusCode, answer.json().code], id).toEqual([404, 'not-found']);
    }
  });

  it('with a wrong token is refused and orders nothing', async () => {
    const account = newLogin();
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
    expect((await order(store, { headers }, { account })).status).toBe(401);
    expect(await countTopUps(account)).toBe(0);
  });

  it.each([
    ['a bad login', { account: 'ga ben' }, 400, 'steam-login-invalid'],
    ['no such login', { account: 'bad_login' }, 404, 'account-not-found'],
    ['a region that is not served', { account: 'region_login' }, 400, 'region-not-supported'],
    ['a sum below the limit', { account: 'gaben', amount: 1 }, 400, 'steam-amount-invalid'],
    ['a sum in another currency', { account: 'gaben', currency: 'KZT' }, 400, 'steam-amount-invalid'],
    ['a currency nobody knows', { account: 'gaben', currency: 'XXX' }, 400, 'steam-amount-invalid'],
    ['a sum for UC', { id: UC_60, account: '5123456789', amount: 60 }, 400, 'pubg-amount-invalid'],
    ['another currency for UC', { id: UC_60, account: '5123456789', currency: 'USD' }, 400, 'pubg-amount-invalid'],
    ['a key for UC', { id: 1001, account: '5123456789' }, 400, 'pubg-amount-invalid'],
    ['a bad player', { id: UC_60, account: 'gaben' }, 400, 'pubg-uid-invalid'],
    ['no such player', { id: UC_60, account: '5120000' }, 404, 'account-not-found'],
    ['a bad address', { account: 'gaben', email: 'nobody' }, 400, 'email-invalid'],
    ['a quote that is none', { account: 'gaben', quoteId: 'x' }, 409, 'quote-expired'],
    ['a quote nobody gave', { account: 'gaben', quoteId: crypto.randomUUID() }, 409, 'quote-expired'],
  ])('for %s is refused, and nothing is written', async (_what, wanted, status, code) => {
    const before = await store.database.selectFrom('top_up').select('id').execute();
    expect(await order(store, GUEST, wanted)).toMatchObject({ status, body: { code } });
    expect(await store.database.selectFrom('top_up').select('id').execute()).toHaveLength(before.length);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['no account', { id: STEAM, serviceObject: { amount: 1000 } }],
    ['no object', { id: STEAM }],
    ['an object for a number', { id: { $gt: 0 }, serviceObject: { account: 'gaben', amount: 1000 } }],
    ['a number too large', { id: 1e300, serviceObject: { account: 'gaben', amount: 1000 } }],
    ['a wrong kind of sum', { id: STEAM, serviceObject: { account: 'gaben', amount: { a: 1 } } }],
  ])('of %s gets a clear 400', async (_what, payload) => {
    const answer = await store.server.inject({
      method: 'POST',
      url: '/api/v1/replenishment/front/platron',
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  });

  it.each([
    ['Epoint without a currency, in tenge', { provider: 'epoint' }, { currency: 'KZT', charged: { currency: 'AZN' } }],
    ['Platron in roubles', { provider: 'platron', currency: 'RUB' }, { currency: 'RUB', charged: { currency: 'RUB' } }],
  ] as const)('goes to %s', async (_what, way, shown) => {
    const { body } = await order(store, GUEST, { account: newLogin(), ...way });
    expect(await getTopUp(store, body.orderId)).toMatchObject(shown);
  });

  it('is not opened where the payment provider gives no link', async () => {
    await turn(store, 'platron', { fail: true });
    const quote = await quoteFor(store, 'platron');
    const account = newLogin();
    const steam = await order(store, GUEST, { account, quoteId: quote.quoteId });
    expect(steam).toMatchObject({ status: 502, body: { code: 'steam-error' } });
    const pubg = await order(store, GUEST, { id: UC_60, account: '5123456789' });
    expect(pubg).toMatchObject({ status: 502, body: { code: 'pubg-error' } });
    await turn(store, 'platron');
    // The quote is used up. A new quote is a new try.
    const again = await order(store, GUEST, { account, quoteId: quote.quoteId });
    expect(again).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
    expect((await order(store, GUEST, { account })).status).toBe(200);
  });

  it('is not written while the supplier does not answer', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    await turn(store, 'g-engine', { fail: true });
    const account = newLogin();
    const answer = await order(store, GUEST, { account, quoteId });
    expect(answer).toMatchObject({ status: 502, body: { code: 'provider-unavailable' } });
    expect(await countTopUps(account)).toBe(0);
    await turn(store, 'g-engine');
    expect((await order(store, GUEST, { account, quoteId })).status).toBe(200);
  });
});

describe('a quote', () => {
  it('is charged to the last hundredth, whatever the rate has become', async () => {
    const quote = await quoteFor(store, 'epoint', 5000);
    await sql`UPDATE currency_rate SET rate = rate * 1.15 WHERE currency <> 'USD'`.execute(store.database);
    const { body } = await order(store, GUEST, {
      provider: 'epoint',
      account: newLogin(),
      amount: 5000,
      quoteId: quote.quoteId,
    });
    await sql`UPDATE currency_rate SET rate = rate / 1.15 WHERE currency <> 'USD'`.execute(store.database);
    expect((await getTopUp(store, body.orderId)).charged).toEqual(quote.toPay);
  });

  it('is honoured while the supplier asks a little more, and not at a loss', async () => {
    const [honoured, lost] = [await quoteFor(store, 'platron'), await quoteFor(store, 'platron')];
    await turn(store, 'g-engine', { ratePercent: 103 });
    const { body } = await order(store, GUEST, { account: newLogin(), quoteId: honoured.quoteId });
    expect((await getTopUp(store, body.orderId)).charged).toEqual(honoured.toPay);
    await turn(store, 'g-engine', { ratePercent: 130 });
    const refused = await order(store, GUEST, { account: newLogin(), quoteId: lost.quoteId });
    expect(refused).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
    const { quoteId } = await quoteFor(store, 'platron', 0, UC_60);
    await turn(store, 'g2bulk', { ratePercent: 120 });
    const dear = await order(store, GUEST, { id: UC_60, account: '5123456789', quoteId });
    expect(dear).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
  });

  it('has to be asked for again where the supplier cannot tell the price any more', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    await turn(store, 'g-engine', { calculationError: true });
    const refused = await order(store, GUEST, { account: newLogin(), quoteId });
    expect(refused).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
  });

  it('is over after its time, except for what was ordered with it', async () => {
    const [used, unused] = [await quoteFor(store, 'platron'), await quoteFor(store, 'platron')];
    const account = newLogin();
    const first = await order(store, GUEST, { account, quoteId: used.quoteId });
    const ids = [used.quoteId, unused.quoteId];
    await sql`UPDATE top_up_quote SET expires_at = now() WHERE id = ANY(${ids}::uuid[])`.execute(store.database);
    const again = await order(store, GUEST, { account, quoteId: used.quoteId });
    expect(again).toEqual(first);
    const late = await order(store, GUEST, { account: newLogin(), quoteId: unused.quoteId });
    expect(late).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
  });

  it('is valid for its own amount, method and product only', async () => {
    const { quoteId } = await quoteFor(store, 'platron', 1000);
    for (const other of [{ amount: 2000 }, { provider: 'epoint' as const }, { id: UC_60, account: '5123456789' }]) {
      const answer = await order(store, GUEST, { account: newLogin(), quoteId, ...other });
      expect(answer).toMatchObject({ status: 409, body: { code: 'quote-expired' } });
    }
  });

  it('may be tried with another account after a mistake', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    const wrong = await order(store, GUEST, { account: newLogin('bad_'), quoteId });
    expect(wrong).toMatchObject({ status: 404, body: { code: 'account-not-found' } });
    expect((await order(store, GUEST, { account: newLogin(), quoteId })).status).toBe(200);
  });
});

describe('a double click', () => {
  it('and twenty of them are one payment', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    const account = newLogin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(store, GUEST, { account, quoteId })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.link_url)).size).toBe(1);
    expect(await countTopUps(account)).toBe(1);
  });

  it('in two tabs with two accounts tops up one of them', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    const accounts = [newLogin(), newLogin()];
    const answers = await Promise.all(accounts.map((account) => order(store, GUEST, { account, quoteId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('quote-expired');
  });

  it('without a quote is one payment by its key', async () => {
    const account = newLogin();
    const wanted = { account, headers: { 'idempotency-key': newLogin('key') } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(store, GUEST, wanted)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
    expect(await countTopUps(account)).toBe(1);
    const other = await order(store, GUEST, { ...wanted, amount: 2000 });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency-conflict' } });
  });

  it('by two people who use the same key is two payments', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const owners = [await createMember(store), await createMember(store)];
    const answers = [];
    for (const owner of owners) answers.push(await order(store, owner, { account: newLogin(), headers }));
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(2);
  });

  it('after the payment leads to what became of it, and is not paid again', async () => {
    const { quoteId } = await quoteFor(store, 'platron');
    const account = newLogin();
    const orderId = await paidTopUp(store, GUEST, { account, quoteId });
    const again = await order(store, GUEST, { account, quoteId });
    expect(again).toMatchObject({ status: 200, body: { orderId } });
    expect(again.body.link_url).toMatch(new RegExp(`/top-up/${orderId}$`));
  });

  it('after it was declined is a new try under the same key', async () => {
    const account = newLogin();
    const wanted = { account, headers: { 'idempotency-key': newLogin('key') } };
    const first = await order(store, GUEST, wanted);
    await press(first.body, 'decline');
    await store.payments.settlement.giveUp(first.body.orderId, 'failed', 'declined');
    expect(await getTopUp(store, first.body.orderId)).toMatchObject({ statusId: 4, stage: 'not-paid', link_url: null });
    const second = await order(store, GUEST, wanted);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });
});

it('delivers nothing before the payment', async () => {
  const account = newLogin();
  await order(store, GUEST, { account });
  await store.topUps.delivery.deliverDue();
  expect(await creditsOf(store, account)).toEqual([]);
});
