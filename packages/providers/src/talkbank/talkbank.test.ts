import {
  CARD,
  chargeCard,
  createWorld,
  expectFailure,
  makeProvider,
  referenceOf,
} from '@oyna/sandboxes/payment-sandbox.test-helper';
import { TALKBANK_TEST_CARDS } from '@oyna/sandboxes/talkbank/talkbank.sandbox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashTalkBankBody,
  isSignedForTalkBank,
  signTalkBank,
  talkBankAuthorization,
  talkBankQuery,
} from './talkbank.signature.ts';
import { createTalkBank } from './talkbank.ts';

const CREDENTIALS = { partnerId: '11111111-2222-3333-4444-555555555555', token: 'tb_secret_token' };
const DATE = 'Tue, 19 Feb 2019 08:43:02 GMT';
const WHOLE = { amount: 123_456, paid: 123_456, refundedBefore: 0, triedBefore: false };

describe('the signature', () => {
  it('of a charge is the one of the vector', () => {
    const body = '{"amount":100000,"order_slug":"topup-1001","redirect_url":"https://shop.example/history"}';
    const path = '/api/v1/charge/client-42/unregistered/card/with/form';
    expect(hashTalkBankBody(body)).toBe('8ce818b475bd5a85fe56b842a98c9047d19e22ce69784422081b86774bda07b7');
    expect(signTalkBank({ method: 'POST', path, query: '', date: DATE, body }, CREDENTIALS.token)).toBe(
      'b4f59b72382672b8674f5e9ffacf63792c1b0c1169b6b9af7ebe22b3beb57cb0',
    );
  });

  it('of a status is the one of the vector', () => {
    const request = { method: 'GET', path: '/api/v1/payment/topup-1001', query: '', date: DATE, body: '' };
    const hex = '108752c1cfb3ff47fd4cd0bdd43c7cfe78f6f6f56d8f128aa0d0b007cf5e771b';
    expect(signTalkBank(request, CREDENTIALS.token)).toBe(hex);
    expect(talkBankAuthorization(request, CREDENTIALS)).toBe(`TB1-HMAC-SHA256 ${CREDENTIALS.partnerId}:${hex}`);
  });

  it('of a query is the one of the vector, in whatever order it is given', () => {
    const query = talkBankQuery([
      ['to_date', '2026-01-31'],
      ['page', '1'],
      ['from_date', '2026-01-01'],
      ['on_page', '50'],
    ]);
    expect(query).toBe('from_date=2026-01-01&on_page=50&page=1&to_date=2026-01-31');
    const request = { method: 'GET', path: '/api/v1/operations', query, date: DATE, body: '' };
    expect(signTalkBank(request, CREDENTIALS.token)).toBe(
      '5d2b4937de947d9d13591bf465180f9084e0b998109b5cf94f29f72e4e59c333',
    );
    const similar = new URLSearchParams('b1=x&b=z&b=y&B=w');
    expect(talkBankQuery(similar)).toBe('B=w&b=z&b=y&b1=x');
    expect(talkBankQuery([['a b', "é!'()*~"]])).toBe('a%20b=%C3%A9%21%27%28%29%2A~');
  });

  it('is invalid when anything differs from what was signed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const request = fc.record({ method: fc.constant('POST'), path: text, query: text, date: text, body: text });
    const names = ['method', 'path', 'query', 'date', 'body'] as const;
    fc.assert(
      fc.property(request, fc.constantFrom(...names), fc.string({ minLength: 1 }), (signed, name, other) => {
        const headers = {
          authorization: talkBankAuthorization(signed, CREDENTIALS),
          contentHash: hashTalkBankBody(signed.body),
        };
        expect(isSignedForTalkBank(signed, headers, CREDENTIALS)).toBe(true);
        const changed = { ...signed, [name]: `${signed[name]}${other}` };
        expect(isSignedForTalkBank(changed, headers, CREDENTIALS)).toBe(false);
        const wrongHeaders = { ...headers, authorization: `${headers.authorization}${other}` };
        expect(isSignedForTalkBank(signed, wrongHeaders, CREDENTIALS)).toBe(false);
        const wrongHash = { ...headers, contentHash: hashTalkBankBody(`${signed.body}${other}`) };
        expect(isSignedForTalkBank(signed, wrongHash, CREDENTIALS)).toBe(false);
        const stranger = { ...CREDENTIALS, token: `${CREDENTIALS.token}${other}` };
        expect(isSignedForTalkBank(signed, headers, stranger)).toBe(false);
        expect(isSignedForTalkBank(signed, headers, { ...CREDENTIALS, partnerId: other })).toBe(false);
      }),
    );
  });
});

describe('a status', () => {
  const payment = {
    order_id: 'o1',
    order_slug: 'order-1',
    is_completed: true,
    status: 'completed',
    type: 'charge',
    amount: 123_456,
    currency: 'RUB',
    state_code: 0,
    state_description: '',
  };
  const read = (change: object, httpStatus = 200) => {
    const fetch = async () => Response.json({ ...payment, ...change }, { status: httpStatus });
    return makeProvider('talkbank', 'http://talkbank.invalid', { fetch }).readStatus({ orderId: 'order-1' });
  };
  const statusOf = async (change: object) => (await read(change)).status;

  it('is paid only when all three say so', async () => {
    expect(await read({})).toMatchObject({ status: 'paid', amount: 123_456, currency: 'RUB' });
    expect(await statusOf({ state_code: '0' })).toBe('paid');
    expect(await statusOf({ is_completed: false })).toBe('pending');
    expect(await statusOf({ is_completed: false, status: 'new', state_code: null })).toBe('pending');
    for (const state_code of [10, '10', null, undefined, false, '', 0.5]) {
      expect(await statusOf({ state_code })).toBe('failed');
    }
    expect(await statusOf({ status: 'declined' })).toBe('failed');
    expect(await statusOf({ status: 'declined', is_completed: false })).toBe('failed');
    expect(await statusOf({ status: 'refunded' })).toBe('refunded');
  });

  it('of another order is a mismatch, and of an incomplete answer unknown', async () => {
    await expectFailure(read({ order_slug: 'order-2' }), 'mismatch', /order-1/);
    for (const is_completed of ['true', 1, null, undefined]) {
      await expectFailure(read({ is_completed }), 'unknown', /HTTP 200/);
    }
    await expectFailure(read({}, 500), 'unknown', /HTTP 500/);
  });

  it('tells amount and currency as they are', async () => {
    expect(await read({ currency: '643' })).toMatchObject({ currency: 'RUB' });
    expect(await read({ currency: 'USD' })).toMatchObject({ currency: 'USD' });
    expect(await read({ amount: 1234.56 })).toMatchObject({ amount: undefined });
  });
});

describe('a webhook', () => {
  const provider = makeProvider('talkbank', 'http://talkbank.invalid');

  it('only makes the shop ask for the status, whatever it contains', () => {
    const body = Buffer.from('{"event":"payment","order_slug":"order-1","status":"completed","amount":1}');
    const reading = provider.readCallback({ script: 'result', body });
    expect(reading).toEqual({ kind: 'nudge', orderId: 'order-1' });
    expect(provider.callbackAnswer(reading, { answer: 'accepted' })).toMatchObject({ status: 200 });
  });

  it('that names no order is refused', () => {
    for (const text of ['', '{}', '[]', '{"order_slug":7.5}', '{"order_slug":"../x"}', '<html>']) {
      expect(provider.readCallback({ script: 'result', body: Buffer.from(text) }).kind).toBe('rejected');
    }
  });
});

describe('the card', () => {
  it('goes from the browser to the bank’s page, which decides', async () => {
    const world = await createWorld('talkbank');
    const created = await world.provider.createPayment(world.order());
    expect(created).toMatchObject({ chargeUrl: `${world.served.baseUrl}/client/v1/charge`, amount: 123_456 });
    const link = await chargeCard(created);
    expect(link).toBe(`${world.served.baseUrl}/pay/${created.providerPaymentId}`);
    expect(world.sandbox.books()).toEqual([]);
  });

  it('may come from any origin, after the browser has asked', async () => {
    const world = await createWorld('talkbank');
    const created = await world.provider.createPayment(world.order());
    const url = `${world.served.baseUrl}/client/v1/charge`;
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
    const status = await fetch(`${world.served.baseUrl}/client/v1/status/${created.providerPaymentId}`);
    expect(status.headers.get('access-control-allow-origin')).toBe('*');
    expect(await status.json()).toMatchObject({ error: 0, data: { is_completed: false, order_slug: 'order-1' } });
  });

  it('can be a test card with a fixed result', async () => {
    for (const [outcome, number] of Object.entries(TALKBANK_TEST_CARDS)) {
      const world = await createWorld('talkbank');
      const order = world.order();
      const created = await world.provider.createPayment(order);
      expect(await chargeCard(created, { ...CARD, number })).toBe(order.successUrl);
      await world.sandbox.settled();
      expect(world.shop.readings).toMatchObject([{ reading: { kind: 'nudge', orderId: order.orderId } }]);
      expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({
        status: outcome === 'approved' ? 'paid' : 'failed',
      });
    }
  });

  it('is refused with a wrong token, amount or number, and taken once', async () => {
    const world = await createWorld('talkbank');
    const created = await world.provider.createPayment(world.order());
    if (created.kind !== 'card-form') throw new Error('no card form');
    const { token, amount, chargeUrl } = created;
    const charge = async (change: object) => {
      const body = JSON.stringify({ token, amount, card_info: CARD, ...change });
      const response = await fetch(chargeUrl, { method: 'POST', body });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      return response.status;
    };
    const cards = [{ number: '4111' }, { month: '13' }, { cvv: '' }, { holder: ' ' }, { year: '1' }];
    const wrong = [{ token: 'x' }, { token: created.providerPaymentId }, { amount: 1 }, { card_info: null }];
    for (const change of [...wrong, ...cards.map((card) => ({ card_info: { ...CARD, ...card } }))]) {
      expect(await charge(change)).toBe(400);
    }
    expect([await charge({}), await charge({})]).toEqual([200, 400]);
  });

  it('is not stored: its number appears nowhere afterwards', async () => {
    const world = await createWorld('talkbank');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const page = await chargeCard(created);
    await world.pay({ kind: 'redirect', url: page, providerPaymentId: created.providerPaymentId }, 'approve');
    const status = await world.provider.readStatus(referenceOf(order, created));
    const seen = JSON.stringify([status, world.sandbox.books(), world.shop.readings, world.served.requests]);
    const pages = await Promise.all(
      [
        page,
        `${world.served.baseUrl}/books.json`,
        `${world.served.baseUrl}/client/v1/status/${created.providerPaymentId}`,
      ].map(async (url) => (await fetch(url)).text()),
    );
    for (const text of [seen, ...pages]) expect(text).not.toContain(CARD.number);
  });
});

describe('a slug that TalkBank makes up', () => {
  it('is learnt from the token’s status', async () => {
    const world = await createWorld('talkbank');
    const provider = createTalkBank({ ...CREDENTIALS, baseUrl: world.served.baseUrl, sendsOrderSlug: false });
    const order = world.order();
    const created = await provider.createPayment(order);
    const reference = referenceOf(order, created);
    expect(await provider.readStatus(reference)).toMatchObject({ status: 'pending', orderId: order.orderId });
    await world.pay(created, 'approve');
    expect(await provider.readStatus(reference)).toMatchObject({ status: 'paid', amount: 123_456 });
    expect(await provider.refund(reference, WHOLE)).toMatchObject({ outcome: 'done' });
    expect(await provider.readStatus(reference)).toMatchObject({ status: 'refunded' });
    expect(await provider.readStatus({ orderId: order.orderId })).toEqual({ status: 'not-found' });
    const unknown = { orderId: order.orderId, providerPaymentId: 'status-none' };
    expect(await provider.readStatus(unknown)).toEqual({ status: 'not-found' });
  });
});

describe('the sandbox', () => {
  it('refuses what is signed for another time, path or body', async () => {
    const { served } = await createWorld('talkbank');
    const ask = async (change: { date?: string; path?: string; signedPath?: string } = {}) => {
      const { date = new Date().toUTCString(), path = '/talkbank/api/v1/payment/none', signedPath = path } = change;
      const request = { method: 'GET', path: signedPath, query: '', date, body: '' };
      const headers = {
        date,
        'tb-content-sha256': hashTalkBankBody(''),
        authorization: talkBankAuthorization(request, CREDENTIALS),
      };
      return (await fetch(new URL(path, served.baseUrl), { headers })).status;
    };
    expect(await ask()).toBe(404);
    expect(await ask({ date: DATE })).toBe(401);
    expect(await ask({ date: 'yesterday' })).toBe(401);
    expect(await ask({ signedPath: '/api/v1/payment/none' })).toBe(401);
    expect((await fetch(`${served.baseUrl}/api/v1/payment/none`)).status).toBe(401);
  });

  it('takes an order once', async () => {
    const world = await createWorld('talkbank');
    const order = world.order();
    await world.provider.createPayment(order);
    await expectFailure(world.provider.createPayment(order), 'refused', /not unique/);
  });
});
