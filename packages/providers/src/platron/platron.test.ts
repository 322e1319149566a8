import { createWorld, makeProvider, referenceOf } from '@oyna/sandboxes/payment-sandbox.test-helper';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallbackReading } from '../payment-provider.ts';
import { isSignedByPlatron, withSignature } from './platron.signature.ts';
import { readPlatronForm, readPlatronXml } from './platron.wire.ts';

const SECRET = 's3cr3t_platron';
const provider = makeProvider('platron', 'http://platron.invalid');

/** The result callback of the vectors. */
const RESULT = {
  pg_amount: '1000.00',
  pg_can_reject: '1',
  pg_card_pan: '527594******4984',
  pg_currency: 'RUB',
  pg_need_phone_notification: '0',
  pg_net_amount: '950.00',
  pg_order_id: 'topup-1001',
  pg_payment_date: '2026-01-15 12:30:45',
  pg_payment_id: '765432',
  pg_payment_system: 'TESTCARD',
  pg_ps_amount: '1000.00',
  pg_ps_currency: 'RUB',
  pg_ps_full_amount: '1000.00',
  pg_result: '1',
  pg_salt: 'r4nd0m',
  pg_user_phone: '79001234567',
};

function form(fields: Record<string, string>): Uint8Array {
  return Buffer.from(new URLSearchParams(fields).toString());
}

function readSigned(script: string, fields: Record<string, string>): CallbackReading {
  return provider.readCallback({ script, body: form(withSignature(script, fields, SECRET)) });
}

function without(name: keyof typeof RESULT): Record<string, string> {
  return Object.fromEntries(Object.entries(RESULT).filter(([key]) => key !== name));
}

describe('a callback', () => {
  it('of the vectors is read', () => {
    const body = form({ ...RESULT, pg_sig: '9df6ab712a23262e2a83be9d918619e9' });
    expect(provider.readCallback({ script: 'result', body })).toEqual({
      kind: 'verified',
      event: {
        type: 'result',
        status: 'paid',
        orderId: 'topup-1001',
        providerPaymentId: '765432',
        amount: 100_000,
        currency: 'RUB',
        canReject: true,
        salt: 'r4nd0m',
      },
    });
  });

  it('has its amount read as a decimal, and the old rouble as the new', () => {
    const amountOf = (pg_amount: string, pg_currency = 'RUB') => {
      const reading = readSigned('result', { ...RESULT, pg_amount, pg_currency });
      return reading.kind === 'verified' ? [reading.event.amount, reading.event.currency] : reading;
    };
    expect(amountOf('1.0000')).toEqual([100, 'RUB']);
    expect(amountOf('1000')).toEqual([100_000, 'RUB']);
    expect(amountOf('0.1')).toEqual([10, 'RUB']);
    expect(amountOf('1000.00', 'RUR')).toEqual([100_000, 'RUB']);
    expect(amountOf('1000.00', 'KZT')).toEqual([100_000, 'KZT']);
    // Signed, but without a valid amount: reported as a mismatch, not dropped.
    for (const odd of ['1000.005', '1e3', '', 'NaN', '1 000.00', '1000,00']) {
      expect(amountOf(odd)).toEqual([undefined, 'RUB']);
    }
  });

  it('is distinguished by its script', () => {
    const { pg_result: _result, ...check } = RESULT;
    const kindOf = (script: string, fields: Record<string, string>) => {
      const reading = readSigned(script, fields);
      return reading.kind === 'verified' ? reading.event.type : reading.kind;
    };
    expect(kindOf('check', check)).toBe('check');
    expect(kindOf('result', RESULT)).toBe('result');
    expect(kindOf('refund', { ...check, pg_refund_id: '7' })).toBe('refund');
    expect(kindOf('check', RESULT)).toBe('rejected');
    expect(kindOf('result', check)).toBe('rejected');
    expect(kindOf('refund', RESULT)).toBe('rejected');
    expect(kindOf('other', RESULT)).toBe('rejected');
    // A signature for one script is not valid for another.
    const body = form(withSignature('check', check, SECRET));
    expect(provider.readCallback({ script: 'refund', body })).toMatchObject({ reason: 'signature' });
  });

  it('that lacks something, or has it in another form, is refused though it is signed', () => {
    for (const name of ['pg_order_id', 'pg_payment_id', 'pg_amount', 'pg_currency', 'pg_salt', 'pg_result'] as const) {
      expect(readSigned('result', without(name))).toMatchObject({ kind: 'rejected', reason: 'malformed' });
    }
    const odd = { pg_order_id: 'a b', pg_payment_id: '12x', pg_currency: 'rub', pg_result: '2' };
    for (const [name, value] of Object.entries(odd)) {
      expect(readSigned('result', { ...RESULT, [name]: value })).toMatchObject({ reason: 'malformed' });
    }
  });

  it('that is no form is refused', () => {
    const bodies = ['', '{}', '<response/>', 'pg_sig', '%', 'a=1&a=2', '\u0000'].map((text) => Buffer.from(text));
    for (const body of [...bodies, new Uint8Array([0xff, 0xfe])]) {
      expect(provider.readCallback({ script: 'result', body })).toMatchObject({ kind: 'rejected' });
    }
  });

  it('with any byte changed is refused or has the same meaning', () => {
    const body = form(withSignature('result', RESULT, SECRET));
    const whole = provider.readCallback({ script: 'result', body });
    expect(whole.kind).toBe('verified');
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const changed = Uint8Array.from(body);
        changed[at] = byte;
        const reading = provider.readCallback({ script: 'result', body: changed });
        if (reading.kind !== 'verified') return;
        // The signature does not cover names and encodings, so at most `canReject` is lost.
        expect({ ...reading.event, canReject: true }).toEqual(whole.kind === 'verified' && whole.event);
      }),
      { numRuns: 2000 },
    );
    // Every byte of the values that matter, one by one.
    const fields = withSignature('result', RESULT, SECRET);
    for (const name of ['pg_amount', 'pg_currency', 'pg_order_id', 'pg_payment_id', 'pg_result', 'pg_sig'] as const) {
      for (let at = 0; at < fields[name].length; at += 1) {
        const value = `${fields[name].slice(0, at)}${fields[name][at] === '0' ? '1' : '0'}${fields[name].slice(at + 1)}`;
        const reading = provider.readCallback({ script: 'result', body: form({ ...fields, [name]: value }) });
        expect(reading).toMatchObject({ kind: 'rejected', reason: 'signature' });
      }
    }
  });
});

describe('the answer to a callback', () => {
  const verified = readSigned('result', RESULT);

  it('is the one of the vectors', () => {
    expect(provider.callbackAnswer(verified, { answer: 'accepted' })).toEqual({
      status: 200,
      contentType: 'text/xml',
      body:
        '<?xml version="1.0" encoding="utf-8"?><response><pg_salt>r4nd0m</pg_salt><pg_status>ok</pg_status>' +
        '<pg_description>ok</pg_description><pg_sig>423bd3177f690ac15b6aefade359db26</pg_sig></response>',
    });
    const refusal = provider.callbackAnswer(verified, { answer: 'refused', description: 'Order expired' });
    expect(refusal.body).toContain('<pg_status>rejected</pg_status><pg_description>Order expired</pg_description>');
    expect(refusal.body).toContain('<pg_sig>e401ef46592264906417e87c588cbb2c</pg_sig>');
  });

  it('rejects only what can be rejected, and asks again for what could not be recorded', () => {
    const statusOf = (reading: CallbackReading, answer: 'accepted' | 'refused' | 'failed') =>
      /<pg_status>(\w+)</.exec(provider.callbackAnswer(reading, { answer }).body)?.[1];
    const final = readSigned('result', { ...RESULT, pg_can_reject: '0' });
    const check = readSigned('check', without('pg_result'));
    expect(['accepted', 'refused', 'failed'].map((answer) => statusOf(final, answer as 'failed'))).toEqual([
      'ok',
      'ok',
      'error',
    ]);
    expect(statusOf(check, 'refused')).toBe('rejected');
    expect(statusOf(verified, 'failed')).toBe('error');
  });

  it('is signed for the script that was called', () => {
    const check = readSigned('check', without('pg_result'));
    const { body } = provider.callbackAnswer(check, { answer: 'refused', description: 'Нет "ключей" & <мест>' });
    const fields = readPlatronXml(body) ?? {};
    expect(fields['pg_description']).toBe('Нет "ключей" & <мест>');
    expect(isSignedByPlatron('check', fields, SECRET)).toBe(true);
    expect(isSignedByPlatron('result', fields, SECRET)).toBe(false);
  });

  it('has no signature when the callback is not signed', () => {
    const reading = provider.readCallback({ script: 'result', body: form({ ...RESULT, pg_sig: 'x' }) });
    const answer = provider.callbackAnswer(reading, { answer: 'accepted' });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('pg_sig');
    expect(answer.body).not.toContain('r4nd0m');
  });
});

describe('a new payment', () => {
  it('is asked for with everything that Platron needs to know, signed', async () => {
    const { order } = await createWorld('platron');
    let sent: { url: string; fields: Record<string, string> } | undefined;
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      sent = { url: String(url), fields: readPlatronForm(String(init?.body)) ?? {} };
      return new Response('');
    };
    await makeProvider('platron', 'https://www.platron.ru/', { fetch })
      .createPayment(order({ language: 'kz', lifetimeSeconds: 60, description: 'ж'.repeat(2000) }))
      .catch(() => undefined);
    expect(sent?.url).toBe('https://www.platron.ru/init_payment.php');
    expect(sent?.fields).toMatchObject({
      pg_merchant_id: '12345',
      pg_order_id: 'order-1',
      pg_amount: '1234.56',
      pg_currency: 'RUB',
      pg_language: 'ru',
      pg_lifetime: '7200',
      pg_testing_mode: '1',
      pg_request_method: 'POST',
      pg_result_url: expect.stringMatching(/\/callbacks\/result$/),
      pg_user_ip: '203.0.113.7',
    });
    expect(sent?.fields['pg_description']).toHaveLength(255);
    expect(isSignedByPlatron('init_payment.php', sent?.fields ?? {}, SECRET)).toBe(true);
  });

  it('is refused in Platron’s own words', async () => {
    const world = await createWorld('platron');
    const refused = world.provider.createPayment(world.order({ currency: 'AZN' }));
    await expect(refused).rejects.toMatchObject({ reason: 'refused', message: expect.stringContaining('200') });
    const other = world.provider.createPayment(world.order({ callbackUrl: `${world.shop.callbackUrl}?a=1` }));
    await expect(other).rejects.toMatchObject({ reason: 'refused' });
  });

  it('is not confirmed by an unsigned answer', async () => {
    const answers = ['', '<pg_sig>a8a4d5a9188f24038a14a4d65c387bf7</pg_sig>'].map(
      (sig) =>
        `<response><pg_status>ok</pg_status><pg_payment_id>1</pg_payment_id><pg_redirect_url>https://evil.example</pg_redirect_url>${sig}</response>`,
    );
    const { order } = await createWorld('platron');
    for (const answer of answers) {
      const liar = makeProvider('platron', 'http://platron.invalid', { fetch: async () => new Response(answer) });
      await expect(liar.createPayment(order())).rejects.toMatchObject({ reason: 'unknown' });
    }
  });

  it('has an unknown result after a general error', async () => {
    for (const [pg_error_code, reason] of [
      ['600', 'unknown'],
      ['1000', 'unknown'],
      ['850', 'refused'],
    ] as const) {
      const { order } = await createWorld('platron');
      const fields = { pg_status: 'error', pg_error_code, pg_error_description: 'Ошибка', pg_salt: '1' };
      const { pg_sig } = withSignature('init_payment.php', fields, SECRET);
      const xml = `<response><pg_status>error</pg_status><pg_error_code>${pg_error_code}</pg_error_code><pg_error_description>Ошибка</pg_error_description><pg_salt>1</pg_salt><pg_sig>${pg_sig}</pg_sig></response>`;
      const provider = makeProvider('platron', 'http://platron.invalid', { fetch: async () => new Response(xml) });
      await expect(provider.createPayment(order())).rejects.toMatchObject({ reason });
    }
  });
});

describe('with the sandbox', () => {
  const check = (reading: CallbackReading) => reading.kind === 'verified' && reading.event.type === 'check';

  it('asks the shop before the money is taken, and notifies it after', async () => {
    const world = await createWorld('platron');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const response = await world.pay(created, 'approve');
    const facts = { orderId: order.orderId, providerPaymentId: created.providerPaymentId, amount: 123_456 };
    expect(world.shop.readings).toMatchObject([
      { script: 'check', reading: { kind: 'verified', event: { type: 'check', currency: 'RUB', ...facts } } },
      { script: 'result', reading: { kind: 'verified', event: { type: 'result', canReject: true, ...facts } } },
    ]);
    // The buyer comes back with a proof that the script of that page can check.
    const { pathname, searchParams } = new URL(response.headers.get('location') ?? '');
    const { payment: _payment, way: _way, ...signed } = Object.fromEntries(searchParams);
    expect(isSignedByPlatron(pathname.split('/').at(-1) ?? '', signed, SECRET)).toBe(true);
  });

  it('a shop that refuses is not paid', async () => {
    const world = await createWorld('platron');
    world.shop.decide = (reading) => ({
      answer: check(reading) ? 'refused' : 'accepted',
      description: 'Order expired',
    });
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const response = await world.pay(created, 'approve');
    expect(response.headers.get('location')).toContain('way=failed');
    expect(world.shop.readings.map(({ script }) => script)).toEqual(['check', 'result']);
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({ status: 'failed' });
    expect(world.sandbox.books()).toEqual([]);
  });

  it('a shop that does not answer sensibly is not paid, but the buyer may try again', async () => {
    const world = await createWorld('platron');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const unsigned = '<response><pg_status>ok</pg_status></response>';
    for (const answer of [
      { status: 500, body: '' },
      { status: 200, body: 'OK' },
      { status: 200, body: unsigned },
    ]) {
      world.shop.answer = answer;
      const response = await world.pay(created, 'approve');
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('role="alert"');
    }
    expect(world.sandbox.books()).toEqual([]);
    world.shop.answer = undefined;
    expect((await world.pay(created, 'approve')).status).toBe(303);
    expect(world.sandbox.books()).toHaveLength(1);
  });

  it('a result that the shop rejects goes back to the buyer', async () => {
    const world = await createWorld('platron');
    world.shop.decide = (reading) => ({ answer: check(reading) ? 'accepted' : 'refused' });
    const order = world.order();
    const created = await world.provider.createPayment(order);
    await world.pay(created, 'approve');
    expect(world.sandbox.books()).toMatchObject([{ charged: 123_456, refunded: 123_456 }]);
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({ status: 'refunded' });
    expect(world.later).toEqual([]);
  });

  it('a result answered with something unsigned is repeated', async () => {
    const world = await createWorld('platron');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const decide = world.shop.decide;
    world.shop.decide = (reading) => {
      if (!check(reading)) world.shop.answer = { status: 200, body: 'OK' };
      return decide(reading);
    };
    await world.pay(created, 'approve');
    expect(world.later).toHaveLength(1);
  });

  it('reports each partial refund, and the status has their sum', async () => {
    const world = await createWorld('platron');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    await world.pay(created, 'approve');
    const reference = referenceOf(order, created);
    const part = { amount: 50_000, paid: 123_456, refundedBefore: 0, triedBefore: false };
    expect(await world.provider.refund(reference, part)).toMatchObject({ outcome: 'done' });
    await world.sandbox.settled();
    expect(world.shop.readings.at(-1)).toMatchObject({
      script: 'refund',
      reading: { kind: 'verified', event: { type: 'refund', amount: 50_000, orderId: order.orderId } },
    });
    expect(await world.provider.readStatus(reference)).toMatchObject({
      status: 'partly-refunded',
      amount: 123_456,
      refundedAmount: 50_000,
    });
    // Asked for again by mistake: it has been done.
    expect(await world.provider.refund(reference, { ...part, triedBefore: true })).toMatchObject({ outcome: 'done' });
    // Our records and Platron's differ, so nothing is refunded.
    expect(await world.provider.refund(reference, { ...part, refundedBefore: 10_000 })).toMatchObject({
      outcome: 'refused',
    });
    expect(world.sandbox.books()).toMatchObject([{ refunded: 50_000 }]);
  });

  it('a status is found by the order alone', async () => {
    const world = await createWorld('platron');
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const found = await world.provider.readStatus({ orderId: order.orderId });
    expect(found).toMatchObject({ status: 'pending', providerPaymentId: created.providerPaymentId });
  });

  it('calls by GET are taken as well', async () => {
    const { served } = await createWorld('platron');
    const fields = { pg_merchant_id: '12345', pg_payment_id: '765432', pg_salt: '9865' };
    const query = new URLSearchParams(withSignature('get_status.php', fields, SECRET));
    const answer = readPlatronXml(await (await fetch(`${served.baseUrl}/get_status.php?${query}`)).text()) ?? {};
    expect(answer).toMatchObject({ pg_status: 'error', pg_error_code: '340' });
    expect(isSignedByPlatron('get_status.php', answer, SECRET)).toBe(true);
  });
});
