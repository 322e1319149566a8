import { answering, createWorld, expectFailure } from '@oyna/sandboxes/top-up-sandbox.test-helper';
import { describe, expect, it } from 'vitest';
import type { TopUpOrder } from '../top-up-supplier.ts';

const CODE = 'steam-code-0000001';
const ORDER: TopUpOrder = {
  code: CODE,
  account: 'gamer_42',
  amount: 1000_00,
  currency: 'RUB',
  item: null,
  callbackUrl: 'https://shop.example/callback',
  unansweredSince: null,
};

function envelope(statusCode: string, change: object = {}, success = true, message = 'said so') {
  const data = { status_code: statusCode, code: CODE, currency: 'RUB', steam_login: 'gamer_42', amount: 1000 };
  return { success, message, data: { ...data, amount_usd: '10.201', ...change } };
}

const saying = (body: unknown, status?: number) => answering('g-engine', body, status).supplier;

describe('a request', () => {
  it('carries the key, and sums with all their digits', async () => {
    const { supplier, asked } = answering('g-engine', envelope('REQUEST_ACCEPTED'));
    await supplier.prepare({ ...ORDER, amount: 1000_10 });
    await supplier.execute(ORDER);
    await supplier.read(ORDER, null);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://supplier.invalid/v1/payments?service_id=8',
      `POST https://supplier.invalid/v1/payments/${CODE}/execute`,
      `GET https://supplier.invalid/v1/payments/${CODE}`,
    ]);
    for (const { headers } of asked) expect(headers.get('x-api-key')).toBe('supplier-test-key');
    expect(asked[0]?.headers.get('content-type')).toBe('application/json');
    expect(asked[0]?.body).toBe(`{"code":"${CODE}","account":"gamer_42","currency":"RUB","amount":1000.10}`);
    expect([asked[1]?.body, asked[2]?.body]).toEqual([null, null]);
  });

  it('escapes a hostile account', async () => {
    const { supplier, asked } = answering('g-engine', envelope('REQUEST_ACCEPTED'));
    const account = '","amount":1,"x":"\\../?#&%00\n';
    await supplier.prepare({ ...ORDER, account });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ code: CODE, account, currency: 'RUB', amount: 1000 });
  });

  it('escapes a hostile code', async () => {
    const code = '../../execute?a=b#c';
    const { supplier, asked } = answering('g-engine', envelope('PAYMENT_IN_PROGRESS', { code }));
    await supplier.read({ ...ORDER, code }, null);
    expect(asked[0]?.url).toBe('https://supplier.invalid/v1/payments/..%2F..%2Fexecute%3Fa%3Db%23c');
  });

  it('is not sent for something that G-Engine does not sell', async () => {
    const { supplier, asked } = answering('g-engine', envelope('REQUEST_ACCEPTED'));
    await expectFailure(supplier.cost({ item: '60 UC' }), 'refused', /sells no "60 UC"/);
    for (const amount of [0, -1, 1.5, Number.NaN, 2 ** 60]) {
      await expectFailure(supplier.cost({ amount, currency: 'RUB' }), 'refused', /credits no/);
      await expectFailure(supplier.prepare({ ...ORDER, amount }), 'refused', /credits no/);
    }
    await expectFailure(supplier.execute({ ...ORDER, currency: null }), 'refused', /a sum of a currency/);
    expect(asked).toEqual([]);
  });
});

describe('a status code', () => {
  const expected = { costCents: 1021, supplierId: null };

  it('of an order means what it says', async () => {
    const failed = (code: string) => ({ status: 'failed', detail: `${code} "said so"` });
    const meanings: Record<string, object> = {
      REQUEST_ACCEPTED: { status: 'ready', ...expected },
      PAYMENT_IN_PROGRESS: { status: 'in-progress', ...expected },
      PAYMENT_SUCCESS: { status: 'delivered', ...expected },
      PAYMENT_VERIFICATION_FAILED: failed('PAYMENT_VERIFICATION_FAILED'),
      PAYMENT_CONFIRMATION_FAILED: failed('PAYMENT_CONFIRMATION_FAILED'),
      TOP_UP_ERROR: failed('TOP_UP_ERROR'),
      INSUFFICIENT_FUNDS: { status: 'low-balance', detail: 'INSUFFICIENT_FUNDS "said so"' },
      PURCHASE_NOT_FOUND: { status: 'not-found' },
      CALCULATION_ERROR: { status: 'requote', detail: 'CALCULATION_ERROR "said so"' },
    };
    for (const [statusCode, meaning] of Object.entries(meanings)) {
      const isGood = /ACCEPTED|PROGRESS|SUCCESS/.test(statusCode);
      for (const status of isGood ? [200, 201] : [200, 400, 404, 409, 422]) {
        const supplier = saying(envelope(statusCode, {}, isGood), status);
        expect(await supplier.execute(ORDER), `${statusCode} ${status}`).toEqual(meaning);
        expect(await supplier.read(ORDER, null), `${statusCode} ${status}`).toEqual(meaning);
      }
    }
  });

  it('before the payment decides whether the order can be paid', async () => {
    const prepare = (statusCode: string, success: boolean, message?: string) =>
      saying(envelope(statusCode, {}, success, message)).prepare(ORDER);
    expect(await prepare('REQUEST_ACCEPTED', true)).toEqual({ outcome: 'ready', costCents: 1021, accountName: null });
    expect(await prepare('CALCULATION_ERROR', false)).toEqual({ outcome: 'requote' });
    expect(await prepare('PAYMENT_VERIFICATION_FAILED', false, 'Not found')).toEqual({ outcome: 'not-found' });
    for (const message of ['The REGION is not supported', 'Регион аккаунта не поддерживается']) {
      expect(await prepare('PAYMENT_VERIFICATION_FAILED', false, message)).toEqual({ outcome: 'region' });
    }
    for (const [statusCode, success] of [
      ['PAYMENT_IN_PROGRESS', true],
      ['PAYMENT_SUCCESS', true],
      ['PAYMENT_CONFIRMATION_FAILED', false],
      ['TOP_UP_ERROR', false],
      ['INSUFFICIENT_FUNDS', false],
      ['PURCHASE_NOT_FOUND', false],
    ] as const) {
      await expectFailure(prepare(statusCode, success), 'refused', new RegExp(statusCode));
    }
  });

  it('DUPLICATE_TRANSACTION makes the client read the status and create nothing again', async () => {
    const { supplier, asked } = answering('g-engine', envelope('DUPLICATE_TRANSACTION', {}, false), 409);
    // The status is DUPLICATE_TRANSACTION again, so the result is unknown.
    await expectFailure(supplier.execute(ORDER), 'unknown', /DUPLICATE/);
    await expectFailure(supplier.prepare(ORDER), 'unknown', /DUPLICATE/);
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  it('that is not known, is of another order or contradicts itself is an unknown result', async () => {
    const odd = [
      envelope('PAYMENT_DONE'),
      envelope('toString'),
      envelope('payment_success'),
      envelope('PAYMENT_SUCCESS', { status_code: ['PAYMENT_SUCCESS'] }),
      envelope('PAYMENT_SUCCESS', { code: 'another-code-00000' }),
      envelope('PAYMENT_SUCCESS', { code: null }),
      envelope('PAYMENT_SUCCESS', {}, false),
      envelope('TOP_UP_ERROR', { code: 'another-code-00000' }, false),
      envelope('PURCHASE_NOT_FOUND', { code: 'another-code-00000' }, false),
      { ...envelope('PAYMENT_SUCCESS'), success: 'true' },
      { success: true, message: 'ok', data: null },
      { success: false, message: 'no', data: null },
    ];
    for (const body of odd) {
      await expectFailure(saying(body).read(ORDER, null), 'unknown', /HTTP 200/);
      await expectFailure(saying(body).execute(ORDER), 'unknown', /HTTP 200/);
    }
    expect(await saying(envelope('TOP_UP_ERROR', { code: null }, false)).read(ORDER, null)).toMatchObject({
      status: 'failed',
    });
  });

  it('that is missing from a 4xx is a refusal only if the body is an error of G-Engine', async () => {
    const refusals = [
      { detail: [{ loc: ['body', 'amount'], msg: 'no', type: 'x' }] },
      { success: false, message: 'no' },
    ];
    for (const body of refusals) {
      await expectFailure(saying(body, 422).execute(ORDER), 'refused', /HTTP 422/);
      await expectFailure(saying(body, 409).execute(ORDER), 'unknown', /HTTP 409/);
    }
    // A page of some gateway that says "not found" does not mean that the order was never executed.
    for (const body of ['<h1>Not Found</h1>', '{}', '{"error":"not found"}']) {
      await expectFailure(saying(body, 404).read(ORDER, null), 'unknown', /HTTP 404/);
    }
  });

  it('comes with a cost in cents, rounded up, or without a cost', async () => {
    const costOf = async (amount_usd: unknown) => saying(envelope('PAYMENT_SUCCESS', { amount_usd })).read(ORDER, null);
    for (const amount of ['10.2', 10.2]) expect(await costOf(amount)).toMatchObject({ costCents: 1020 });
    for (const amount of [null, '', '-1', 'ten', {}, 1e-9])
      expect(await costOf(amount)).toMatchObject({ costCents: null });
  });
});

describe('a cost', () => {
  it('is asked for with all digits and read as dollars', async () => {
    const { supplier, asked } = answering('g-engine', { success: true, message: 'OK', data: { amount: 19.991 } });
    expect(await supplier.cost({ amount: 10_000_50, currency: 'KZT' })).toBe(2000);
    expect(asked[0]?.url).toBe('https://supplier.invalid/v1/currencies/KZT:USD/10000.50');
  });

  it('that is nothing or no number is unknown', async () => {
    for (const amount of [0, -1, null, 'x', [], { amount: 1 }]) {
      const supplier = saying({ success: true, message: 'OK', data: { amount } });
      await expectFailure(supplier.cost({ amount: 100, currency: 'RUB' }), 'unknown', /HTTP 200/);
    }
    const refusing = saying({ success: false, message: 'no', data: null });
    await expectFailure(refusing.cost({ amount: 100, currency: 'RUB' }), 'refused', /HTTP 200/);
  });
});

describe('the sandbox', () => {
  it('prices in whole numbers, never below the exchange rate', async () => {
    const { supplier } = await createWorld('g-engine');
    // 100 roubles or 500 tenge are a dollar, and it earns two percent.
    expect(await supplier.cost({ amount: 1000_00, currency: 'RUB' })).toBe(1020);
    expect(await supplier.cost({ amount: 5000_00, currency: 'KZT' })).toBe(1020);
    expect(await supplier.cost({ amount: 1, currency: 'KZT' })).toBe(1);
    expect(await supplier.cost({ amount: 1000_01, currency: 'RUB' })).toBe(1021);
    expect(await supplier.cost({ amount: 1_000_000_00, currency: 'KZT' })).toBe(204_000);
  });

  it('decides by the beginning of an account whether it is valid, unknown or of another region', async () => {
    const world = await createWorld('g-engine');
    expect(await world.supplier.checkAccount('gamer_42')).toEqual({ outcome: 'valid', name: null });
    expect(await world.supplier.checkAccount('bad_login')).toEqual({ outcome: 'not-found' });
    expect(await world.supplier.checkAccount('region_tr')).toEqual({ outcome: 'region' });
    expect(await world.supplier.prepare(world.order({ account: 'bad_login' }))).toEqual({ outcome: 'not-found' });
    expect(await world.supplier.prepare(world.order({ account: 'region_tr' }))).toEqual({ outcome: 'region' });
    expect(world.books()).toEqual([]);
  });

  it('prepares an order once, and repeats its answer', async () => {
    const world = await createWorld('g-engine');
    const order = world.order();
    const first = await world.supplier.prepare(order);
    expect(first).toEqual({ outcome: 'ready', costCents: 1020, accountName: null });
    await world.behaviour({ ratePercent: 200 });
    expect(await world.supplier.prepare(order)).toEqual(first);
    expect(await world.supplier.read(order, null)).toEqual({ status: 'ready', costCents: 1020, supplierId: null });
    await world.supplier.execute(order);
    expect(world.books()).toMatchObject([{ costCents: 1020 }]);
    await expectFailure(world.supplier.prepare(order), 'refused', /PAYMENT_SUCCESS/);
  });

  it('says so when an order was never prepared, or cannot be priced', async () => {
    const world = await createWorld('g-engine');
    const order = world.order();
    expect(await world.supplier.execute(order)).toEqual({ status: 'not-found' });
    expect(await world.supplier.read(order, null)).toEqual({ status: 'not-found' });
    await world.behaviour({ calculationError: true });
    expect(await world.supplier.prepare(order)).toEqual({ outcome: 'requote' });
    await expectFailure(world.supplier.checkAccount('gamer_42'), 'refused', /could not price/);
    await expectFailure(world.supplier.cost({ amount: 100, currency: 'RUB' }), 'refused', /Calculation/);
    expect(await world.supplier.read(order, null)).toEqual({ status: 'not-found' });
  });

  it('fails on execution of fail_ and charges nothing', async () => {
    const world = await createWorld('g-engine');
    await world.behaviour({ balanceCents: 5000 });
    const order = world.order({ account: 'fail_me' });
    expect(await world.supplier.prepare(order)).toMatchObject({ outcome: 'ready' });
    const failure = { status: 'failed', detail: 'TOP_UP_ERROR "Top up error"' };
    expect(await world.supplier.execute(order)).toEqual(failure);
    expect(await world.supplier.execute(order)).toEqual(failure);
    expect(await world.supplier.read(order, null)).toEqual(failure);
    expect(world.books()).toEqual([]);
    expect(await (await fetch(`${world.served.baseUrl}/behaviour`)).json()).toMatchObject({ balanceCents: 5000 });
  });

  it('reports slow_ as in progress for some polls', async () => {
    const world = await createWorld('g-engine');
    const order = world.order({ account: 'slow_gamer' });
    await world.supplier.prepare(order);
    const statuses = [(await world.supplier.execute(order)).status];
    for (let poll = 0; poll < 5; poll += 1) statuses.push((await world.supplier.read(order, null)).status);
    const [waiting, done] = ['in-progress', 'delivered'];
    expect(statuses).toEqual([waiting, waiting, waiting, waiting, done, done]);
    expect(world.books()).toHaveLength(1);
  });

  it('executes timeout_ and drops the connection', async () => {
    const world = await createWorld('g-engine');
    const order = world.order({ account: 'timeout_gamer' });
    await world.supplier.prepare(order);
    await expectFailure(world.supplier.execute(order), 'unknown', /could not be reached/);
    expect(world.books()).toHaveLength(1);
    expect(await world.supplier.read(order, null)).toMatchObject({ status: 'delivered', costCents: 1020 });
    expect(await world.supplier.execute(order)).toMatchObject({ status: 'delivered' });
    expect(world.books()).toHaveLength(1);
  });

  it('answers an invalid request with an error of G-Engine', async () => {
    const { served } = await createWorld('g-engine');
    const headers = { 'x-api-key': 'supplier-test-key' };
    const post = async (body: string, query = '?service_id=8') =>
      (await fetch(`${served.baseUrl}/payments${query}`, { method: 'POST', headers, body })).status;
    const good = { code: 'a-code', account: 'gamer', amount: 1, currency: 'RUB' };
    expect(await post(JSON.stringify(good), '?service_id=9')).toBe(422);
    const bad = [{ code: 'a b' }, { account: '' }, { amount: 0 }, { amount: -1 }, { amount: 1.234 }, { amount: 'x' }];
    for (const change of bad) expect(await post(JSON.stringify({ ...good, ...change }))).toBe(422);
    expect(await post('{')).toBe(422);
    expect(await post(JSON.stringify({ ...good, currency: 'EUR' }))).toBe(400);
    expect(await post(JSON.stringify(good))).toBe(200);
    const convert = async (path: string) => {
      const response = await fetch(`${served.baseUrl}/currencies/${path}`, { headers });
      return [response.status, ((await response.json()) as { success?: boolean }).success];
    };
    expect(await convert('RUB:EUR/100')).toEqual([200, false]);
    expect(await convert('RUB:USD/x')).toEqual([422, undefined]);
  });
});
