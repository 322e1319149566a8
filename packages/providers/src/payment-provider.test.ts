/** What holds for every payment provider, each with its sandbox and over real HTTP both ways. */

import {
  CURRENCY,
  createWorld,
  expectFailure,
  makeProvider,
  openPage,
  type ProviderName,
  referenceOf,
  type World,
} from '@oyna/sandboxes/payment-sandbox.test-helper';
import { describe, expect, it } from 'vitest';
import type { RefundRequest } from './payment-provider.ts';

const PROVIDERS: ProviderName[] = ['platron', 'epoint', 'kassa24', 'talkbank'];
const SIGNED = ['platron', 'epoint'];
const AMOUNT = 123_456;

function refundOf(change: Partial<RefundRequest> = {}): RefundRequest {
  return { amount: AMOUNT, paid: AMOUNT, refundedBefore: 0, triedBefore: false, ...change };
}

async function createPaid(world: World) {
  const order = world.order();
  const created = await world.provider.createPayment(order);
  await world.pay(created, 'approve');
  return { order, created, reference: referenceOf(order, created) };
}

/** What the result callbacks said, check callbacks aside. */
function results(world: World) {
  return world.shop.readings.filter(({ script }) => script === 'result').map(({ reading }) => reading);
}

describe.each(PROVIDERS)('%s', (name) => {
  const currency = CURRENCY[name];

  it('creates a payment that waits for the buyer', async () => {
    const world = await createWorld(name);
    const order = world.order();
    const created = await world.provider.createPayment(order);
    expect(created.kind).toBe(name === 'talkbank' ? 'card-form' : 'redirect');
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({
      status: 'pending',
      orderId: order.orderId,
      providerPaymentId: created.providerPaymentId,
      amount: AMOUNT,
      currency,
    });
    expect(world.sandbox.books()).toEqual([]);
    expect(world.shop.readings).toEqual([]);
  });

  it('reports an approved payment, signed or not', async () => {
    const world = await createWorld(name);
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const response = await world.pay(created, 'approve');
    expect(response.status).toBe(303);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect(searchParams.get('way')).toBe('ok');
    const { providerPaymentId } = created;
    if (SIGNED.includes(name)) {
      const facts = { orderId: order.orderId, providerPaymentId, amount: AMOUNT, currency };
      expect(results(world)).toMatchObject([{ kind: 'verified', event: { type: 'result', status: 'paid', ...facts } }]);
    } else {
      expect(results(world)).toEqual([{ kind: 'nudge', orderId: order.orderId }]);
    }
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({
      status: 'paid',
      orderId: order.orderId,
      amount: AMOUNT,
      currency,
    });
    const entry = { orderId: order.orderId, providerPaymentId, currency, charged: AMOUNT, refunded: 0 };
    expect(world.sandbox.books()).toEqual([entry]);
    expect(await (await fetch(`${world.served.baseUrl}/books.json`)).json()).toEqual([entry]);
    expect(world.later).toEqual([]);
  });

  it('reports a declined payment and charges nothing', async () => {
    const world = await createWorld(name);
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const response = await world.pay(created, 'decline');
    expect(response.status).toBe(303);
    if (name !== 'talkbank') expect(response.headers.get('location')).toContain('way=failed');
    if (SIGNED.includes(name)) {
      expect(results(world)).toMatchObject([{ kind: 'verified', event: { status: 'failed', amount: AMOUNT } }]);
    } else {
      expect(results(world)).toHaveLength(1);
    }
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({ status: 'failed' });
    expect(world.sandbox.books()).toEqual([]);
  });

  it('charges once, however often the button is pressed', async () => {
    const world = await createWorld(name);
    const page = await openPage(await world.provider.createPayment(world.order()));
    const press = (answer: 'approve' | 'decline') =>
      fetch(`${page}/${answer}`, { method: 'POST', redirect: 'manual' }).then(({ status }) => status);
    expect(await Promise.all([press('approve'), press('approve'), press('approve')])).toEqual([303, 303, 303]);
    expect([await press('decline'), await press('approve')]).toEqual([303, 303]);
    await world.sandbox.settled();
    expect(results(world)).toHaveLength(1);
    // Platron asks first, and once.
    expect(world.shop.readings).toHaveLength(name === 'platron' ? 2 : 1);
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT, refunded: 0 }]);
  });

  it('shows what is to be paid on a page without script', async () => {
    const world = await createWorld(name);
    const created = await world.provider.createPayment(world.order());
    const page = created.kind === 'redirect' ? created.url : `${world.served.baseUrl}/pay/${created.providerPaymentId}`;
    const response = await fetch(page);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('1\u00a0234,56');
    expect(html).toContain('order-1');
    expect(html).toMatch(/<form method="post" action="[^"]+\/approve"><button data-testid="approve"/);
    expect(html).toMatch(/<form method="post" action="[^"]+\/decline"><button data-testid="decline"/);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<gift>');
    await fetch(`${page}/approve`, { method: 'POST', redirect: 'manual' });
    expect(await (await fetch(page)).text()).not.toContain('data-testid="approve"');
    expect((await fetch(`${page}0`)).status).toBe(404);
    expect((await fetch(`${page}0/approve`, { method: 'POST' })).status).toBe(404);
  });

  it('does not find a payment that was never created', async () => {
    const { provider } = await createWorld(name);
    for (const providerPaymentId of [undefined, '1', 'te0000000001']) {
      const reference = { orderId: 'order-unknown', providerPaymentId };
      expect(await provider.readStatus(reference)).toEqual({ status: 'not-found' });
      expect(await provider.refund(reference, refundOf())).toMatchObject({ outcome: 'refused' });
    }
  });

  it('gives back the whole, once', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    expect(await world.provider.refund(reference, refundOf())).toMatchObject({ outcome: 'done' });
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT, refunded: AMOUNT }]);
    const { status } = await world.provider.readStatus(reference);
    expect(status).toBe(name === 'kassa24' ? 'cancelled' : 'refunded');
    expect(await world.provider.refund(reference, refundOf({ triedBefore: true }))).toMatchObject({ outcome: 'done' });
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT, refunded: AMOUNT }]);
  });

  it('gives back a part where it can', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    const first = await world.provider.refund(reference, refundOf({ amount: 23_456 }));
    expect(first.outcome).toBe(world.provider.refunds === 'partial' ? 'done' : 'refused');
    const back = world.provider.refunds === 'partial' ? 23_456 : 0;
    expect(world.sandbox.books()).toMatchObject([{ refunded: back }]);
    if (world.provider.refunds === 'full') return;
    const rest = refundOf({ amount: AMOUNT - back, refundedBefore: back });
    expect(await world.provider.refund(reference, rest)).toMatchObject({ outcome: 'done' });
    expect(world.sandbox.books()).toMatchObject([{ refunded: AMOUNT }]);
    expect(await world.provider.readStatus(reference)).toMatchObject({ status: 'refunded' });
  });

  it('gives back no more than was paid', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    for (const amount of [AMOUNT + 1, 0, -1, 0.5, Number.NaN]) {
      expect(await world.provider.refund(reference, refundOf({ amount }))).toMatchObject({ outcome: 'refused' });
    }
    // Our records have more than the provider's, so the provider refuses.
    const wrong = refundOf({ amount: AMOUNT + 1, paid: AMOUNT + 2 });
    expect(await world.provider.refund(reference, wrong)).toMatchObject({ outcome: 'refused' });
    expect(world.sandbox.books()).toMatchObject([{ refunded: 0 }]);
  });

  it('ends an unpaid payment where the protocol has a call for it', async () => {
    const world = await createWorld(name);
    expect(world.provider.cancellation !== undefined).toBe(name === 'platron' || name === 'kassa24');
    if (!world.provider.cancellation) return;
    const order = world.order();
    const created = await world.provider.createPayment(order);
    await world.provider.cancellation.cancel(referenceOf(order, created));
    await world.pay(created, 'approve');
    expect(world.sandbox.books()).toEqual([]);
    const { status } = await world.provider.readStatus(referenceOf(order, created));
    expect(['failed', 'cancelled']).toContain(status);
  });

  it('keeps the money of a payment that is cancelled after it was paid', async () => {
    const world = await createWorld(name);
    if (!world.provider.cancellation) return;
    const { reference } = await createPaid(world);
    await world.provider.cancellation.cancel(reference).catch(() => {});
    expect(await world.provider.readStatus(reference)).toMatchObject({ status: 'paid' });
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT, refunded: 0 }]);
  });

  it('gives nothing back of what was not paid', async () => {
    const world = await createWorld(name);
    const order = world.order();
    const reference = referenceOf(order, await world.provider.createPayment(order));
    expect(await world.provider.refund(reference, refundOf())).toMatchObject({
      outcome: 'refused',
      detail: 'the payment is pending',
    });
  });

  it('does not know whether a refund was done when the answer is lost, and finds out without doing it twice', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    await world.behaviour({ timeoutOnRefund: true });
    expect(await world.provider.refund(reference, refundOf())).toMatchObject({ outcome: 'unknown' });
    expect(world.sandbox.books()).toMatchObject([{ refunded: AMOUNT }]);
    expect(await world.provider.refund(reference, refundOf({ triedBefore: true }))).toMatchObject({ outcome: 'done' });
    expect(world.sandbox.books()).toMatchObject([{ refunded: AMOUNT }]);
  });

  it('never gives a part back twice after a lost answer', async () => {
    const world = await createWorld(name);
    if (world.provider.refunds === 'full') return;
    const { reference } = await createPaid(world);
    await world.behaviour({ timeoutOnRefund: true });
    const part = refundOf({ amount: 1000 });
    expect(await world.provider.refund(reference, part)).toMatchObject({ outcome: 'unknown' });
    await world.behaviour({ timeoutOnRefund: false });
    const again = await world.provider.refund(reference, { ...part, triedBefore: true });
    // It never will be known where the provider does not tell, so an operator looks at once.
    expect(again.outcome).toBe(name === 'platron' ? 'done' : 'refused');
    expect(world.sandbox.books()).toMatchObject([{ refunded: 1000 }]);
  });

  it('tells whether a refund was sent', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    await world.behaviour({ fail: true });
    expect(await world.provider.refund(reference, refundOf())).toMatchObject({ outcome: 'unknown', isSent: false });
    await world.behaviour({ fail: false, timeoutOnRefund: true });
    expect(await world.provider.refund(reference, refundOf())).toMatchObject({ outcome: 'unknown', isSent: true });
  });

  it('does not know whether a payment was made when the answer is lost', async () => {
    const world = await createWorld(name);
    await world.behaviour({ timeoutOnCreate: true });
    const order = world.order();
    await expectFailure(world.provider.createPayment(order), 'unknown', /HTTP 504/);
    const { status } = await world.provider.readStatus({ orderId: order.orderId });
    // Epoint finds payments by its own ids only. No buyer has seen the page, so none can have paid.
    expect(status).toBe(name === 'epoint' ? 'not-found' : 'pending');
  });

  it('times out, which is not taken for a failure', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    await world.behaviour({ delayMs: 60_000 });
    const impatient = makeProvider(name, world.served.baseUrl, { timeoutMs: 150 });
    await expectFailure(impatient.createPayment(world.order()), 'unknown', /did not answer within 150 ms/);
    await expectFailure(impatient.readStatus(reference), 'unknown', /did not answer within 150 ms/);
    expect(await impatient.refund(reference, refundOf())).toMatchObject({ outcome: 'unknown' });
    const stopped = world.provider.readStatus(reference, AbortSignal.abort());
    await expectFailure(stopped, 'unknown', /was not waited for/);
  });

  it('that fails or answers with an HTML page gives an unknown result', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    for (const setting of ['fail', 'garbage'] as const) {
      await world.behaviour({ fail: false, garbage: false, [setting]: true });
      const message = setting === 'fail' ? /HTTP 500/ : /HTTP 200/;
      await expectFailure(world.provider.createPayment(world.order()), 'unknown', message);
      await expectFailure(world.provider.readStatus(reference), 'unknown', message);
      expect(await world.provider.refund(reference, refundOf())).toMatchObject({ outcome: 'unknown' });
    }
  });

  it('that answers invalid data gives an unknown result', async () => {
    const { order } = await createWorld(name);
    const pages = ['', '[]', 'null', '"ok"', '<response/>', '<response><pg_status>ok</pg_status></response>'];
    const objects = ['{}', '{"status":"success"}', '{"id":1,"url":2}', '\ufeff{}', '{"status":'];
    const answers = [200, 302, 403, 404, 429, 503].flatMap((status) =>
      [...pages, ...(status === 200 ? objects : [])].map((body) => ({ status, body })),
    );
    const bytes = [new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array(300_000).fill(0x20)];
    for (const { status, body } of [...answers, ...bytes.map((body) => ({ status: 200, body }))]) {
      const fetch = async () => new Response(body, { status });
      const provider = makeProvider(name, 'http://provider.invalid', { fetch });
      await expectFailure(provider.createPayment(order()), 'unknown', /answered|says/);
      const failure = provider.readStatus({ orderId: 'a', providerPaymentId: 'b' }).catch((error: unknown) => error);
      expect(await failure).toMatchObject({
        name: 'PaymentProviderError',
        reason: expect.stringMatching(/unknown|mismatch/),
      });
    }
  });

  it('that cannot be reached is unknown', async () => {
    const world = await createWorld(name);
    await world.served.close();
    await expectFailure(world.provider.createPayment(world.order()), 'unknown', /could not be reached/);
    await expectFailure(
      world.provider.readStatus({ orderId: 'order-1', providerPaymentId: '1' }),
      'unknown',
      /could not be reached/,
    );
  });

  it('refuses what is not its currency or no amount', async () => {
    const world = await createWorld(name);
    const foreign = world.order({ currency: name === 'kassa24' ? 'RUB' : 'KZT' });
    if (name !== 'platron') await expectFailure(world.provider.createPayment(foreign), 'refused', /takes no/);
    await expectFailure(world.provider.createPayment(world.order({ amount: 0 })), 'refused', /./);
    expect(world.sandbox.books()).toEqual([]);
  });

  it('accepts no other secret', async () => {
    const world = await createWorld(name);
    const { reference } = await createPaid(world);
    const provider = makeProvider(name, world.served.baseUrl, {}, 'another secret');
    const failure = await provider.createPayment(world.order()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PaymentProviderError' });
    expect((await provider.refund(reference, refundOf())).outcome).not.toBe('done');
    expect(world.sandbox.books()).toMatchObject([{ refunded: 0 }]);
  });
});
