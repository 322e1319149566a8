import { createWorld, expectFailure, makeProvider, referenceOf } from '@oyna/sandboxes/payment-sandbox.test-helper';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedByEpoint, readEpointForm, signEpoint, writeEpointForm } from './epoint.signature.ts';

const KEY = 'priv_test_key_123';
const REQUEST =
  '{"public_key":"i000000001","amount":30.75,"currency":"AZN","language":"ru","order_id":"topup-1001","description":"Test order","success_redirect_url":"https://shop.example/history","error_redirect_url":"https://shop.example/payment"}';
const CALLBACK =
  '{"order_id":"topup-1001","status":"success","code":"000","message":"Approved","transaction":"te0000000001","bank_transaction":"BT123","bank_response":"RESULT: OK","operation_code":"100","rrn":"123456789012","card_name":"TEST USER","card_mask":"416973******1234","amount":30.75,"other_attr":null,"trace_id":"a1b2c3"}';
const provider = makeProvider('epoint', 'http://epoint.invalid');

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

function read(form: string) {
  return provider.readCallback({ script: 'result', body: Buffer.from(form) });
}

describe('the signature', () => {
  it('is the one of the vectors', () => {
    expect(signEpoint(base64(REQUEST), KEY)).toBe('vS3HMSZhmG9Sh65IGM0nCsvsSEk=');
    expect(signEpoint(base64(CALLBACK), KEY)).toBe('e8VDGO2jCTs4IhAqhL/cnt308Xg=');
  });

  it('is valid for the signed data only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), fc.nat(), (text, other, at) => {
        const data = base64(text);
        const signature = signEpoint(data, KEY);
        expect(isSignedByEpoint(data, signature, KEY)).toBe(true);
        expect(isSignedByEpoint(`${data}${other}`, signature, KEY)).toBe(false);
        expect(isSignedByEpoint(`${other}${data}`, signature, KEY)).toBe(false);
        expect(isSignedByEpoint(data, signature, `${KEY}${other}`)).toBe(false);
        expect(isSignedByEpoint(data, `${signature}${other}`, KEY)).toBe(false);
        const place = at % signature.length;
        const letter = signature[place] === 'A' ? 'B' : 'A';
        expect(isSignedByEpoint(data, signature.slice(0, place) + letter + signature.slice(place + 1), KEY)).toBe(
          false,
        );
      }),
    );
  });

  it('is accepted in one base64 spelling only', () => {
    // The last digit before the sign carries two bits that decode to nothing.
    const spelt = 'e8VDGO2jCTs4IhAqhL/cnt308Xh=';
    expect(Buffer.from(spelt, 'base64')).toEqual(Buffer.from(signEpoint(base64(CALLBACK), KEY), 'base64'));
    expect(isSignedByEpoint(base64(CALLBACK), spelt, KEY)).toBe(false);
  });

  it('is unchanged after the form is encoded and decoded, also with a plus sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readEpointForm(writeEpointForm(text, KEY), KEY)).toEqual({ json: text });
      }),
    );
  });
});

describe('a callback', () => {
  it('of the vectors is read', () => {
    const data = base64(CALLBACK);
    const form = new URLSearchParams({ data, signature: 'e8VDGO2jCTs4IhAqhL/cnt308Xg=' }).toString();
    expect(read(form)).toEqual({
      kind: 'verified',
      event: {
        type: 'result',
        status: 'paid',
        orderId: 'topup-1001',
        providerPaymentId: 'te0000000001',
        amount: 3075,
        currency: 'AZN',
        canReject: false,
      },
    });
  });

  it('with any byte changed is refused', () => {
    const form = Buffer.from(writeEpointForm(CALLBACK, KEY));
    const whole = provider.readCallback({ script: 'result', body: form });
    fc.assert(
      fc.property(fc.nat({ max: form.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const changed = Uint8Array.from(form);
        changed[at] = byte;
        const reading = provider.readCallback({ script: 'result', body: changed });
        // Another spelling of the same character in the form is the same form.
        if (reading.kind !== 'rejected') expect(reading).toEqual(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it('has its amount read as the decimal that was written', () => {
    const amountOf = (amount: string) => {
      const reading = read(writeEpointForm(CALLBACK.replace('30.75', amount), KEY));
      return reading.kind === 'verified' ? reading.event.amount : reading;
    };
    expect(amountOf('30.7')).toBe(3070);
    expect(amountOf('30.7500')).toBe(3075);
    expect(amountOf('"30.75"')).toBe(3075);
    expect(amountOf('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER);
    // As binary floats these would all be 30.75.
    for (const odd of ['30.7500000000000000001', '30.7499999999999999999', '3075e-2', 'null', '"30,75"', '[30.75]']) {
      expect(amountOf(odd)).toBeUndefined();
    }
  });

  it('reports success, failure and refund; for any other status the store asks Epoint', () => {
    const readStatus = (status: string) => read(writeEpointForm(CALLBACK.replace('success', status), KEY));
    expect(readStatus('failed')).toMatchObject({ event: { status: 'failed' } });
    expect(readStatus('returned')).toMatchObject({ event: { status: 'refunded' } });
    for (const status of ['new', 'error', 'server_error', 'toString', '']) {
      expect(readStatus(status)).toEqual({ kind: 'nudge', orderId: 'topup-1001' });
    }
  });

  it('that is malformed is refused, signed or not', () => {
    for (const json of ['', 'null', '[]', '{}', '{"order_id":"a b","transaction":"te1"}', '{"order_id":1}', '<html>']) {
      expect(read(writeEpointForm(json, KEY))).toMatchObject({ kind: 'rejected', reason: 'malformed' });
    }
    const twice = `${writeEpointForm(CALLBACK, KEY)}&data=e30%3D`;
    for (const form of ['', 'data=e30%3D', 'signature=x', twice, '{}']) {
      expect(read(form)).toMatchObject({ kind: 'rejected', reason: 'malformed' });
    }
    expect(read('data=e30%3D&signature=')).toMatchObject({ reason: 'signature' });
  });

  it('with two signatures is malformed, whichever of them is right', () => {
    const form = writeEpointForm(CALLBACK, KEY);
    const [data = '', signature = ''] = form.split('&');
    for (const twice of [`${form}&signature=x`, `${data}&signature=x&${signature}`, `${form}&${signature}`]) {
      expect(read(twice)).toMatchObject({ kind: 'rejected', reason: 'malformed' });
    }
  });

  it('is answered as Epoint expects', () => {
    const verified = read(writeEpointForm(CALLBACK, KEY));
    const rejected = read('data=e30%3D&signature=x');
    expect(provider.callbackAnswer(verified, { answer: 'accepted' })).toMatchObject({ status: 200, body: 'OK' });
    expect(provider.callbackAnswer(verified, { answer: 'refused' })).toMatchObject({ status: 200, body: 'OK' });
    expect(provider.callbackAnswer(verified, { answer: 'failed' })).toMatchObject({ status: 500 });
    expect(provider.callbackAnswer(rejected, { answer: 'accepted' })).toMatchObject({ status: 400 });
  });
});

describe('a new payment', () => {
  it('is asked for with the decimal amount and everything else', async () => {
    const { order } = await createWorld('epoint');
    let sent: unknown;
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      sent = [String(url), readEpointForm(String(init?.body), KEY)];
      return Response.json({ status: 'success', transaction: 'te1', redirect_url: 'https://epoint.az/pay/te1' });
    };
    const epoint = makeProvider('epoint', 'https://epoint.az/api/1/', { fetch });
    const wanted = order({ amount: 3070, description: 'Test "order"', callbackUrl: 'https://shop.example/cb/epoint' });
    expect(await epoint.createPayment(wanted)).toEqual({
      kind: 'redirect',
      url: 'https://epoint.az/pay/te1',
      providerPaymentId: 'te1',
    });
    const json =
      '{"public_key":"i000000001","amount":30.70,"currency":"AZN","language":"ru","order_id":"order-1","description":"Test \\"order\\"","success_redirect_url":"http://127.0.0.1:1/payment/result?payment=1&way=ok","error_redirect_url":"http://127.0.0.1:1/payment/result?payment=1&way=failed","result_url":"https://shop.example/cb/epoint/result"}';
    expect(sent).toEqual(['https://epoint.az/api/1/request', { json }]);
  });

  it('is refused under HTTP 200, and unknown after an error of the server', async () => {
    const { order } = await createWorld('epoint');
    const answering = (body: object) =>
      makeProvider('epoint', 'http://e.invalid', { fetch: async () => Response.json(body) });
    const refusal = answering({ status: 'error', message: 'Merchant not found' });
    await expectFailure(refusal.createPayment(order()), 'refused', /Merchant not found/);
    const broken = answering({ status: 'server_error', message: 'Signature did not match' });
    await expectFailure(broken.createPayment(order()), 'unknown', /Signature did not match/);
    await expectFailure(broken.readStatus({ orderId: 'a', providerPaymentId: 'te1' }), 'unknown', /did not match/);
    const foreign = answering({ status: 'success', transaction: 'te2', amount: 1 });
    await expectFailure(foreign.readStatus({ orderId: 'a', providerPaymentId: 'te1' }), 'mismatch', /te1/);
    const page = answering({ status: 'success', transaction: 'te2', redirect_url: 'javascript:alert(1)' });
    await expectFailure(page.createPayment(order()), 'unknown', /success/);
  });
});

describe('the sandbox', () => {
  it('answers a wrong signature as Epoint does, and has a heartbeat', async () => {
    const { served } = await createWorld('epoint');
    const body = new URLSearchParams({ data: base64(REQUEST), signature: 'AAAA' });
    const response = await fetch(`${served.baseUrl}/request`, { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'server_error', message: 'Signature did not match' },
    ]);
    expect(await (await fetch(`${served.baseUrl}/heartbeat`)).json()).toEqual({ status: 'ok' });
  });

  it('takes the vector’s request as it is, and needs no address for callbacks', async () => {
    const world = await createWorld('epoint');
    const body = new URLSearchParams({ data: base64(REQUEST), signature: 'vS3HMSZhmG9Sh65IGM0nCsvsSEk=' });
    const response = await fetch(`${world.served.baseUrl}/request`, { method: 'POST', body });
    const { status, transaction, redirect_url } = (await response.json()) as Record<string, string>;
    expect([status, transaction]).toEqual(['success', expect.stringMatching(/^te\d{10,}$/)]);
    await fetch(`${redirect_url}/approve`, { method: 'POST', redirect: 'manual' });
    expect(world.sandbox.books()).toMatchObject([{ orderId: 'topup-1001', currency: 'AZN', charged: 3075 }]);
    expect(world.shop.readings).toEqual([]);
  });

  it('refunds a part, and no more than is left', async () => {
    const world = await createWorld('epoint');
    const order = world.order({ amount: 3075 });
    const created = await world.provider.createPayment(order);
    await world.pay(created, 'approve');
    const reference = referenceOf(order, created);
    const part = { amount: 1, paid: 3075, refundedBefore: 0, triedBefore: false };
    expect(await world.provider.refund(reference, part)).toMatchObject({ outcome: 'done' });
    expect(world.sandbox.books()).toMatchObject([{ charged: 3075, refunded: 1 }]);
    const tooMuch = { ...part, amount: 3075, paid: 3076, refundedBefore: 1 };
    expect(await world.provider.refund(reference, tooMuch)).toMatchObject({ outcome: 'refused' });
    expect(world.sandbox.books()).toMatchObject([{ refunded: 1 }]);
  });
});
