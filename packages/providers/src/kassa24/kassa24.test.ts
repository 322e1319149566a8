import { createWorld, expectFailure, makeProvider, referenceOf } from '@oyna/sandboxes/payment-sandbox.test-helper';
import { describe, expect, it } from 'vitest';
import { basicAuthorization, createKassa24, type Kassa24Options } from './kassa24.ts';

const LOGIN = '13812990844141623';
const OPTIONS: Kassa24Options = {
  baseUrl: 'http://kassa24.invalid',
  login: LOGIN,
  password: 'test_password',
  demo: false,
  callbackAddresses: [],
};

/** A client whose requests all get this answer. */
function answering(text: string, status = 200, change: Partial<Kassa24Options> = {}) {
  return createKassa24({ ...OPTIONS, fetch: async () => new Response(text, { status }), ...change });
}

describe('the authorization', () => {
  it('is the one of the vector', () => {
    expect(basicAuthorization(LOGIN, 'test_password')).toBe('Basic MTM4MTI5OTA4NDQxNDE2MjM6dGVzdF9wYXNzd29yZA==');
  });
});

describe('a new payment', () => {
  it('is asked for in whole tiyn, with the addresses of both ends', async () => {
    const { order } = await createWorld('kassa24');
    let sent: { url: string; headers: unknown; body: unknown } | undefined;
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      sent = { url: String(url), headers: init?.headers, body: JSON.parse(String(init?.body)) };
      return Response.json({ id: `${LOGIN}_1`, url: 'https://ecommerce.pult24.kz/pay/1' });
    };
    const kassa24 = createKassa24({ ...OPTIONS, baseUrl: 'https://ecommerce.pult24.kz/', fetch });
    expect(await kassa24.createPayment(order({ callbackUrl: 'https://shop.example/cb/kassa24' }))).toEqual({
      kind: 'redirect',
      url: 'https://ecommerce.pult24.kz/pay/1',
      providerPaymentId: `${LOGIN}_1`,
    });
    expect(sent?.url).toBe('https://ecommerce.pult24.kz/payment/create');
    expect(sent?.headers).toMatchObject({ authorization: basicAuthorization(LOGIN, 'test_password') });
    expect(sent?.body).toEqual({
      merchantId: LOGIN,
      amount: 123_456,
      orderId: 'order-1',
      callbackUrl: 'https://shop.example/cb/kassa24/result',
      successUrl: 'http://127.0.0.1:1/payment/result?payment=1&way=ok',
      failUrl: 'http://127.0.0.1:1/payment/result?payment=1&way=failed',
      description: 'Заказ №1001: ключ "Steam" & <gift>',
      customerData: { email: 'buyer@shop.example', phone: '77010000000' },
      demo: false,
    });
  });

  it('is refused with a body that is not valid JSON', async () => {
    const { order } = await createWorld('kassa24');
    const broken = '{"error":"Error validating request: Field "amount" is required"}';
    await expectFailure(answering(broken, 400).createPayment(order()), 'refused', /HTTP 400.*amount/);
    const stranger = answering('{"error":"Unauthorized not found"}', 401);
    await expectFailure(stranger.createPayment(order()), 'refused', /HTTP 401/);
    // The same body with another status, or another body with this status, is an unknown result.
    await expectFailure(answering(broken, 500).createPayment(order()), 'unknown', /HTTP 500/);
    await expectFailure(answering('<h1>Bad request</h1>', 400).createPayment(order()), 'unknown', /HTTP 400/);
    await expectFailure(answering(broken, 200).createPayment(order()), 'unknown', /HTTP 200/);
  });

  it('is refused by the sandbox in the format of Kassa24', async () => {
    const { served } = await createWorld('kassa24');
    const post = async (body: string, password = 'test_password') => {
      const headers = { authorization: basicAuthorization(LOGIN, password) };
      const response = await fetch(`${served.baseUrl}/payment/create`, { method: 'POST', headers, body });
      return [response.status, await response.text()];
    };
    const [status, text] = await post(JSON.stringify({ merchantId: LOGIN, orderId: 'a' }));
    expect(status).toBe(400);
    expect(text).toContain('Field "amount" is required');
    expect(() => JSON.parse(String(text))).toThrow();
    expect(await post('{}', 'wrong')).toEqual([401, '{"error":"Unauthorized not found"}']);
    expect((await post('{'))[0]).toBe(400);
    expect((await post('{"merchantId":"other"}'))[0]).toBe(400);
  });
});

describe('a status', () => {
  const payment = { id: `${LOGIN}_1`, orderId: 'order-1', merchantId: LOGIN, amount: 123_456, demo: false, status: 1 };
  const reference = { orderId: 'order-1', providerPaymentId: `${LOGIN}_1` };
  const read = (change: object, demo = false) =>
    answering(JSON.stringify({ ...payment, ...change }), 200, { demo }).readStatus(reference);

  it('is one of four, or missing while unpaid', async () => {
    const statuses = await Promise.all([0, 1, 2, 3, null, undefined, '1'].map((status) => read({ status })));
    expect(statuses.map(({ status }) => status)).toEqual([
      'failed',
      'paid',
      'pending',
      'cancelled',
      'pending',
      'pending',
      'paid',
    ]);
    for (const status of [4, -1, 1.5, true, 'paid', [], 'toString']) {
      await expectFailure(read({ status }), 'unknown', /HTTP 200/);
    }
  });

  it('of another payment, another merchant or a pretended one is a mismatch', async () => {
    expect(await read({})).toMatchObject({ status: 'paid', amount: 123_456, currency: 'KZT' });
    const others = [{ orderId: 'order-2' }, { merchantId: '1' }, { id: `${LOGIN}_2` }, { demo: true }, { demo: null }];
    for (const other of others) await expectFailure(read(other), 'mismatch', /order-1/);
    await expectFailure(read({}, true), 'mismatch', /order-1/);
  });

  it('has no amount unless it is in whole tiyn', async () => {
    for (const amount of [1234.56, '1234.56', -5, 1e30, null, '1e5', true]) {
      expect(await read({ amount })).toMatchObject({ status: 'paid', amount: undefined });
    }
    expect(await read({ amount: '123456' })).toMatchObject({ amount: 123_456 });
  });

  it('of a duplicate order id is unknown', async () => {
    const doubled = answering('{"error":"Duplicate orderId"}', 409).readStatus(reference);
    await expectFailure(doubled, 'unknown', /HTTP 409/);
  });
});

describe('a callback', () => {
  const body = (content: unknown) => Buffer.from(JSON.stringify(content));
  const paid = { id: `${LOGIN}_1`, orderId: 'order-1', amount: 1, status: 1, merchantId: LOGIN };

  it('only makes the shop ask for the status, whatever it contains', () => {
    const kassa24 = createKassa24(OPTIONS);
    const reading = kassa24.readCallback({ script: 'result', body: body(paid), remoteAddress: '203.0.113.1' });
    expect(reading).toEqual({ kind: 'nudge', orderId: 'order-1' });
    expect(kassa24.callbackAnswer(reading, { answer: 'accepted' })).toEqual({
      status: 200,
      contentType: 'application/json',
      body: '{"accepted":true}',
    });
    expect(kassa24.callbackAnswer(reading, { answer: 'failed' })).toMatchObject({ status: 500 });
  });

  it('is accepted from the listed addresses only, when there is a list', () => {
    const kassa24 = createKassa24({ ...OPTIONS, callbackAddresses: ['203.0.113.1'] });
    const readFrom = (remoteAddress: string | undefined) =>
      kassa24.readCallback({ script: 'result', body: body(paid), remoteAddress }).kind;
    expect(readFrom('203.0.113.1')).toBe('nudge');
    expect(readFrom('::ffff:203.0.113.1')).toBe('nudge');
    expect([readFrom('203.0.113.2'), readFrom(''), readFrom(undefined)]).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('that names no order is refused', () => {
    const kassa24 = createKassa24(OPTIONS);
    const bodies = ['', '[]', 'null', '{}', '{"orderId":1.5}', '{"orderId":"a b"}', '{"orderId":null}', '<html>'];
    for (const text of bodies) {
      const reading = kassa24.readCallback({ script: 'result', body: Buffer.from(text) });
      expect(reading).toMatchObject({ kind: 'rejected', reason: 'malformed' });
      expect(kassa24.callbackAnswer(reading, { answer: 'accepted' })).toMatchObject({ status: 400 });
    }
  });
});

describe('a refund', () => {
  it('of a held or unfinished payment is refused before the call of /payment/kill', async () => {
    const world = await createWorld('kassa24');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const whole = { amount: 123_456, paid: 123_456, refundedBefore: 0, triedBefore: false };
    await world.provider.refund(referenceOf(order, created), whole);
    expect(world.served.requests.some((path) => path.includes('kill'))).toBe(false);
  });

  it('is pending while the status does not show it', async () => {
    const payment = { id: '1', orderId: 'order-1', merchantId: LOGIN, amount: 100, demo: false, status: 1 };
    const kassa24 = answering(JSON.stringify(payment));
    const whole = { amount: 100, paid: 100, refundedBefore: 0, triedBefore: false };
    expect(await kassa24.refund({ orderId: 'order-1' }, whole)).toEqual({
      outcome: 'pending',
      detail: 'paid after the kill',
      isSent: true,
    });
  });

  it('is reported by a callback as well', async () => {
    const world = await createWorld('kassa24');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    await world.pay(created, 'approve');
    const whole = { amount: 123_456, paid: 123_456, refundedBefore: 0, triedBefore: false };
    expect(await world.provider.refund(referenceOf(order, created), whole)).toMatchObject({ outcome: 'done' });
    await world.sandbox.settled();
    expect(world.shop.readings).toHaveLength(2);
  });
});

it('speaks to the address it was given, with or without a slash', async () => {
  const world = await createWorld('kassa24');
  const slashed = makeProvider('kassa24', `${world.served.baseUrl}/`);
  expect(await slashed.readStatus({ orderId: 'none' })).toEqual({ status: 'not-found' });
  expect(world.served.requests).toEqual(['/kassa24/payment/status?orderid=none']);
});
