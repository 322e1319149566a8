import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { askQuote, GUEST, quoteFor, STEAM, turn, UC_60 } from '../../testing/test-top-up.ts';
import { oldQuotesJob } from './top-up.jobs.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  await turn(store, 'g-engine');
  await turn(store, 'g2bulk');
});

const rateOf = async (name: 'KZT' | 'RUB' | 'AZN') => Number((await store.currency.findRate(name))?.rate);

describe('what can be topped up', () => {
  it('has limits, presets and the two ways to pay', async () => {
    const { status, body } = await call<{ steam: object; methods: { provider: string }[] }>(
      store,
      GUEST,
      'GET',
      '/api/v1/replenishment/options',
    );
    expect(status).toBe(200);
    expect(body.steam).toMatchObject({
      id: STEAM,
      feePercent: 5,
      limits: [
        { currency: 'KZT', default: 1000 },
        { currency: 'RUB', default: 1000 },
      ],
    });
    expect(body.methods.map(({ provider }) => provider)).toEqual(['epoint', 'platron']);
  });
});

describe('the price of a Steam top-up', () => {
  it('is the cost and the fee in tenge for Kz cards, charged in manats', async () => {
    const quote = await quoteFor(store, 'epoint', 5000);
    const perUsd = await rateOf('KZT');
    expect(quote).toMatchObject({
      provider: 'epoint',
      amount: 5000,
      currency: 'KZT',
      toPay: { currency: 'AZN' },
      shown: { currency: 'KZT' },
      feePercent: 5,
      rate: perUsd,
    });
    expect(quote.credited.map(({ currency }) => currency)).toEqual(['KZT', 'RUB', 'USD']);
    expect(quote.credited[0]).toEqual({ currency: 'KZT', amount: 500_000 });
    // The cost of the supplier is above the credited sum, and our price is above the cost by the fee only.
    const worth = quote.shown.amount / 500_000;
    expect(worth).toBeGreaterThan(1.05);
    expect(worth).toBeLessThan(1.1);
    expect(quote.fee).toBe(25_000);
    expect(quote.fee + quote.exchange).toBe(quote.shown.amount - 100 * quote.amount);
    expect(quote.toPay.amount).toBeCloseTo((quote.shown.amount * (await rateOf('AZN'))) / perUsd, -2);
  });

  it('is in whole roubles for Ru cards', async () => {
    const quote = await quoteFor(store, 'platron', 1000);
    expect(quote).toMatchObject({ amount: 1000, currency: 'RUB', rate: await rateOf('RUB') });
    expect(quote.toPay).toEqual(quote.shown);
    expect(quote.toPay.currency).toBe('RUB');
    expect(quote.toPay.amount % 100).toBe(0);
    expect(quote.toPay.amount).toBeGreaterThan(105_000);
    expect(quote.toPay.amount).toBeLessThan(112_000);
  });

  it('is held for ten minutes', async () => {
    const { expiresAt } = await quoteFor(store, 'platron');
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM ${expiresAt}::timestamptz - now())::integer AS seconds`.execute(store.database);
    expect(rows[0]?.seconds).toBeGreaterThan(8 * 60);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(10 * 60);
  });

  it.each([
    ['too little tenge', { provider: 'epoint', amount: 499 }],
    ['too much tenge', { provider: 'epoint', amount: 250_001 }],
    ['too few roubles', { provider: 'platron', amount: 99 }],
    ['nothing', { provider: 'platron', amount: 0 }],
    ['less than nothing', { provider: 'platron', amount: -1000 }],
    ['a part', { provider: 'platron', amount: 1000.5 }],
    ['a word', { provider: 'platron', amount: 'many' }],
    ['no sum', { provider: 'platron' }],
    ['nobody has so much', { provider: 'platron', amount: 1e308 }],
    ['a list', { provider: 'platron', amount: [1, 2] }],
  ])('there is none for %s', async (_what, body) => {
    expect(await askQuote(store, { id: STEAM, ...body })).toMatchObject({
      status: 400,
      body: { code: 'steam-amount-invalid', field: 'amount' },
    });
  });

  it.each(['kassa24', 'talkbank', 'cash', '', '__proto__', 'constructor'])(
    'is not paid through %j',
    async (provider) => {
      const answer = await askQuote(store, { id: STEAM, provider, amount: 1000 });
      expect(answer).toMatchObject({ status: 400, body: { code: 'payment-method-invalid' } });
      const uc = await askQuote(store, { id: UC_60, provider, amount: 0 });
      expect(uc).toMatchObject({ status: 400, body: { code: 'pubg-payment-method-invalid' } });
    },
  );

  it('is not known while the supplier does not answer', async () => {
    await turn(store, 'g-engine', { fail: true });
    const answer = await askQuote(store, { id: STEAM, provider: 'platron', amount: 1000 });
    expect(answer).toMatchObject({ status: 502, body: { code: 'provider-unavailable' } });
  });
});

describe('the price of UC', () => {
  it('is the price of the denomination', async () => {
    const quote = await quoteFor(store, 'platron', 0, UC_60);
    const price = (95 * (await rateOf('RUB'))) / 100;
    // What is charged is rounded up, and the price of the pack to the nearest rouble. The rates of the day decide the rest.
    const exchange = (Math.ceil(price) - Math.round(price)) * 100;
    expect(quote).toMatchObject({ amount: 0, currency: null, credited: [], feePercent: 0, fee: 0, exchange });
    expect(quote.toPay).toEqual({ amount: Math.ceil(price) * 100, currency: 'RUB' });
  });

  it('adds up with the price of the pack in every currency', async () => {
    const quote = await quoteFor(store, 'epoint', 0, UC_60);
    const onThePack = Math.round((95 * (await rateOf('KZT'))) / 100) * 100;
    expect(quote.toPay.currency).toBe('AZN');
    expect(quote.fee).toBe(0);
    expect(quote.shown.amount - quote.exchange).toBe(onThePack);
    expect(quote.exchange).toBeLessThanOrEqual(Math.ceil((await rateOf('KZT')) / (await rateOf('AZN')) / 100) * 100);
  });

  it.each([
    ['another product', { id: 1001, amount: 0 }],
    ['the wallet itself by another name', { id: 32, amount: 0 }],
    ['nothing', { id: 999_999_999, amount: 0 }],
    ['a sum of one’s own', { id: UC_60, amount: 1 }],
    ['a word', { id: UC_60, amount: 'x' }],
  ])('there is none for %s', async (_what, body) => {
    expect(await askQuote(store, { provider: 'platron', ...body })).toMatchObject({
      status: 400,
      body: { code: 'pubg-amount-invalid' },
    });
  });

  it('what would be sold at a loss is not sold', async () => {
    await turn(store, 'g2bulk', { ratePercent: 120 });
    const answer = await askQuote(store, { id: UC_60, provider: 'platron', amount: 0 });
    expect(answer).toMatchObject({ status: 409, body: { code: 'price-unavailable' } });
  });
});

describe('an account', () => {
  const check = (body: object) =>
    call<{ code: string; name: string | null }>(store, GUEST, 'POST', '/api/v1/replenishment/account', { body });

  it.each([
    ['a Steam login', { id: STEAM, account: 'gaben' }, { account: 'gaben', name: null }],
    ['with spaces around it', { id: STEAM, account: '  gaben ' }, { account: 'gaben', name: null }],
    ['a player', { id: UC_60, account: '5123456789' }, { account: '5123456789', name: expect.stringMatching(/_789$/) }],
  ])('%s is found', async (_what, body, found) => {
    expect(await check(body)).toEqual({ status: 200, body: found });
  });

  it.each([
    ['a login that is not there', { id: STEAM, account: 'bad_gaben' }, 404, 'account-not-found'],
    ['a login of another region', { id: STEAM, account: 'region_gaben' }, 400, 'region-not-supported'],
    ['a player who is not there', { id: UC_60, account: '5120000' }, 404, 'account-not-found'],
    ['no login', { id: STEAM, account: '' }, 400, 'steam-login-invalid'],
    ['a login in Cyrillic', { id: STEAM, account: 'геймер' }, 400, 'steam-login-invalid'],
    ['a login with a space', { id: STEAM, account: 'ga ben' }, 400, 'steam-login-invalid'],
    ['a login with a quote', { id: STEAM, account: "ga'ben" }, 400, 'steam-login-invalid'],
    ['a very long login', { id: STEAM, account: 'a'.repeat(10_000) }, 400, 'steam-login-invalid'],
    ['a number for a login', { id: STEAM, account: { a: 1 } }, 400, 'steam-login-invalid'],
    ['nothing at all', { id: STEAM }, 400, 'steam-login-invalid'],
    ['a name for a number', { id: UC_60, account: 'gaben' }, 400, 'pubg-uid-invalid'],
    ['a negative number', { id: UC_60, account: '-51234567' }, 400, 'pubg-uid-invalid'],
    ['nobody', { id: UC_60 }, 400, 'pubg-uid-invalid'],
  ])('%s is refused', async (_what, body, status, code) => {
    expect(await check(body)).toMatchObject({ status, body: { code } });
  });

  it('is not known while the supplier does not answer', async () => {
    await turn(store, 'g2bulk', { garbage: true });
    expect(await check({ id: UC_60, account: '5123456789' })).toMatchObject({
      status: 502,
      body: { code: 'provider-unavailable' },
    });
  });
});

it.each([
  ['quotes', 'top-up-quote', '/api/v1/replenishment/quote', { id: STEAM, provider: 'platron', amount: 1000 }],
  ['checks', 'top-up-account', '/api/v1/replenishment/account', { id: STEAM, account: 'gaben' }],
  [
    'orders',
    'top-up',
    '/api/v1/replenishment/front/platron',
    { id: STEAM, serviceObject: { account: 'gaben', amount: 1000 } },
  ],
])('one address gets so many %s and no more; others get theirs', async (_what, limit, url, payload) => {
  const ask = async (remoteAddress: string) =>
    (await store.server.inject({ method: 'POST', url, payload, remoteAddress })).statusCode;
  expect(await ask('203.0.113.7')).toBeLessThan(300);
  await sql`UPDATE rate_limit SET used = 1000000 WHERE name LIKE ${`${limit}:%`}`.execute(store.database);
  expect(await ask('203.0.113.7')).toBe(429);
  expect(await ask('203.0.113.8')).toBeLessThan(300);
});

it('old quotes are deleted a day after they have expired, unless they were ordered', async () => {
  const { database } = store;
  await sql`INSERT INTO top_up_quote (service, product_id, name, provider, amount, currency, cost_cents, base_cents, charged,
      charged_currency, rate, rate_source, rate_at, expires_at)
    SELECT 'steam', ${STEAM}::integer, name, 'epoint', 1000, 'KZT', 200, 220, 2200, 'KZT', 5.5, 'test', now(), now() - hours * interval '1 hour'
    FROM unnest(ARRAY['fresh', 'old', 'ordered'], ARRAY[1, 30, 30]) AS quote (name, hours)`.execute(database);
  await sql`INSERT INTO top_up (quote_id, language, supplier, code, account)
    SELECT id, 'ru', 'g-engine', 'CODE-OF-THE-TEST-1', 'player' FROM top_up_quote WHERE name = 'ordered'`.execute(
    database,
  );
  await oldQuotesJob(database).run();
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM top_up_quote WHERE name IN ('fresh', 'old', 'ordered') ORDER BY name`.execute(database);
  expect(rows.map(({ name }) => name)).toEqual(['fresh', 'ordered']);
});
