/** The sandboxes' callbacks and their faults: lost, late, repeated, shuffled, forged. */

import type { CallbackReading } from '@oyna/providers/payment-provider';
import { describe, expect, it } from 'vitest';
import type { PaymentBehaviour } from './payment-sandbox.behaviour.ts';
import { createWorld, type ProviderName, referenceOf, type World } from './payment-sandbox.test-helper.ts';
import { createRandom } from './sandbox.callbacks.ts';

const PROVIDERS: ProviderName[] = ['platron', 'epoint', 'kassa24', 'talkbank'];
const AMOUNT = 123_456;

async function createPaid(world: World) {
  const order = world.order();
  const created = await world.provider.createPayment(order);
  await world.pay(created, 'approve');
  return referenceOf(order, created);
}

function results(world: World): CallbackReading[] {
  return world.shop.readings.filter(({ script }) => script === 'result').map(({ reading }) => reading);
}

/** The order ids of what came, whatever proof it had. */
function ordersTold(world: World): string[] {
  return results(world).map((reading) => {
    if (reading.kind === 'rejected') return reading.reason;
    return reading.kind === 'verified' ? reading.event.orderId : reading.orderId;
  });
}

describe.each(PROVIDERS)('callbacks of %s', (name) => {
  const isRepeated = name !== 'epoint';

  it('are repeated byte for byte when asked, and mean the same', async () => {
    const world = await createWorld(name);
    await world.behaviour({ repeat: 2 });
    await createPaid(world);
    const [first, ...others] = results(world);
    expect(others).toEqual([first, first]);
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT }]);
  });

  it('are repeated after a loss, where the provider repeats them', async () => {
    const world = await createWorld(name);
    await world.behaviour({ drop: 1 });
    const reference = await createPaid(world);
    expect(results(world)).toEqual([]);
    expect(world.later).toHaveLength(isRepeated ? 1 : 0);
    expect(world.sandbox.controls.get().drop).toBe(0);
    await world.runNext();
    expect(ordersTold(world)).toEqual(isRepeated ? ['order-1'] : []);
    expect(world.later).toEqual([]);
    // The status is right without a callback.
    expect(await world.provider.readStatus(reference)).toMatchObject({ status: 'paid', amount: AMOUNT });
  });

  it('are repeated with growing pauses until they are accepted', async () => {
    const world = await createWorld(name);
    world.shop.decide = (reading) => {
      const isCheck = reading.kind === 'verified' && reading.event.type === 'check';
      return { answer: isCheck ? 'accepted' : 'failed' };
    };
    await createPaid(world);
    const pauses: number[] = [];
    while (world.later.length > 0 && pauses.length < 50) pauses.push(await world.runNext());
    expect(results(world)).toHaveLength(pauses.length + 1);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.length > 0).toBe(isRepeated);
    const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
    // Platron's documentation: for two hours.
    if (name === 'platron') expect(minutes > 110 && minutes <= 120).toBe(true);
    expect(world.sandbox.books()).toMatchObject([{ charged: AMOUNT, refunded: 0 }]);
  });

  it('are not repeated after they are accepted', async () => {
    if (!isRepeated) return;
    const world = await createWorld(name);
    await world.behaviour({ drop: 2 });
    await createPaid(world);
    await world.runNext();
    expect(world.later).toHaveLength(1);
    await world.runNext();
    expect(ordersTold(world)).toEqual(['order-1']);
    expect(world.later).toEqual([]);
  });

  it('can be late', async () => {
    const world = await createWorld(name);
    await world.behaviour({ callbackDelayMs: 5000 });
    await createPaid(world);
    expect(results(world)).toEqual([]);
    expect(await world.runNext()).toBe(5000);
    expect(ordersTold(world)).toEqual(['order-1']);
  });

  it('can come before the answer to our own request', async () => {
    const world = await createWorld(name);
    await world.behaviour({ callbackBeforeAnswer: true });
    const order = world.order();
    let toldBefore = -1;
    const created = await world.provider.createPayment(order).finally(() => {
      toldBefore = results(world).length;
    });
    expect(toldBefore).toBe(1);
    expect(ordersTold(world)).toEqual([order.orderId]);
    expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({ status: 'paid' });
  });

  it('can be shuffled, the same way for a seed', async () => {
    const order = async (seed: number) => {
      const world = await createWorld(name);
      await world.behaviour({ reorder: 5, seed });
      for (let count = 0; count < 5; count += 1) {
        expect(results(world)).toEqual([]);
        await createPaid(world);
      }
      return ordersTold(world);
    };
    const first = await order(7);
    expect([...first].sort()).toEqual(['order-1', 'order-2', 'order-3', 'order-4', 'order-5']);
    expect(first).not.toEqual([...first].sort());
    expect(await order(7)).toEqual(first);
    expect(await order(8)).not.toEqual(first);
  });

  it('that wait to be reordered are sent after a while', async () => {
    const world = await createWorld(name);
    await world.behaviour({ reorder: 5 });
    await createPaid(world);
    expect(results(world)).toEqual([]);
    await world.runNext();
    expect(ordersTold(world)).toEqual(['order-1']);
  });

  it('can be preceded by forged ones, of every kind', async () => {
    for (const forge of ['signature', 'amount', 'currency', 'order', 'merchant'] as const) {
      const world = await createWorld(name);
      await world.behaviour({ forge });
      const order = world.order();
      const created = await world.provider.createPayment(order);
      await world.pay(created, 'decline');
      const [forged, genuine, ...others] = results(world);
      expect(others).toEqual([]);
      if (name === 'kassa24' || name === 'talkbank') {
        // An unsigned callback only makes the shop ask for the status.
        expect(forged).toEqual({ kind: 'nudge', orderId: forge === 'order' ? 'order-1-other' : 'order-1' });
        expect(await world.provider.readStatus(referenceOf(order, created))).toMatchObject({ status: 'failed' });
      } else if (forge === 'signature' || forge === 'merchant') {
        expect(forged).toMatchObject({ kind: 'rejected', reason: 'signature' });
      } else {
        const untrue = {
          amount: { amount: AMOUNT + 100, orderId: 'order-1' },
          currency: { currency: name === 'epoint' ? 'AZN' : 'USD' },
          order: { orderId: 'order-1-other' },
        }[forge];
        expect(forged).toMatchObject({ kind: 'verified', event: { status: 'paid', ...untrue } });
      }
      expect(genuine).toMatchObject(
        name === 'platron' || name === 'epoint'
          ? { kind: 'verified', event: { status: 'failed', orderId: 'order-1', amount: AMOUNT } }
          : { kind: 'nudge', orderId: 'order-1' },
      );
      expect(world.sandbox.books()).toEqual([]);
    }
  });

  it('and statuses that do not match the request are reported as they are, or refused', async () => {
    const world = await createWorld(name);
    const reference = await createPaid(world);
    const read = () => world.provider.readStatus(reference).catch((error: Error & { reason?: string }) => error.reason);
    await world.behaviour({ misreport: 'amount' });
    expect(await read()).toMatchObject({ status: 'paid', amount: AMOUNT + 100 });
    await world.behaviour({ misreport: 'order' });
    if (name === 'platron' || name === 'epoint') expect(await read()).toMatchObject({ orderId: 'order-1-other' });
    else expect(await read()).toBe('mismatch');
    await world.behaviour({ misreport: 'currency' });
    if (name === 'kassa24') expect(await read()).toBe('mismatch');
    else expect(await read()).toMatchObject({ currency: name === 'epoint' ? 'AZN' : 'USD' });
    await world.behaviour({ misreport: 'merchant' });
    if (name === 'kassa24') expect(await read()).toBe('mismatch');
  });

  it('to a shop that does not answer do not stop the sandbox', async () => {
    const world = await createWorld(name, { deliver: () => Promise.reject(new Error('gone')) });
    const order = world.order();
    const created = await world.provider.createPayment(order);
    const response = await world.pay(created, 'approve');
    // Platron does not take the money of a shop that does not answer.
    expect(response.status).toBe(name === 'platron' ? 503 : 303);
    expect(world.sandbox.books()).toHaveLength(name === 'platron' ? 0 : 1);
  });
});

describe('the behaviour', () => {
  it('is read, changed and reset over HTTP, one setting at a time', async () => {
    const { served } = await createWorld('kassa24');
    const url = `${served.baseUrl}/behaviour`;
    const turn = async (change: Partial<PaymentBehaviour>) =>
      (await fetch(url, { method: 'POST', body: JSON.stringify(change) })).json();
    const untouched = await (await fetch(url)).json();
    expect(await turn({ drop: 3 })).toEqual({ ...(untouched as object), drop: 3 });
    expect(await turn({ forge: 'amount' })).toEqual({ ...(untouched as object), drop: 3, forge: 'amount' });
    expect(await (await fetch(url, { method: 'DELETE' })).json()).toEqual(untouched);
  });

  it('refuses unknown settings and does not change', async () => {
    const { served, sandbox } = await createWorld('kassa24');
    const before = sandbox.controls.get();
    const bad = [
      '',
      '[]',
      'null',
      '{"fail":1}',
      '{"delayMs":-1}',
      '{"drop":1.5}',
      '{"forge":"all"}',
      '{"drop":1,"x":1}',
    ];
    for (const body of [...bad, '{"misreport":"signature"}', '{"toString":true}']) {
      const response = await fetch(`${served.baseUrl}/behaviour`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
    expect(sandbox.controls.get()).toEqual(before);
  });

  it('draws the same random numbers from the same seed', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    for (const value of draw(3)) expect(value >= 0 && value < 1).toBe(true);
  });
});

describe('a sandbox', () => {
  it('forgets the oldest when it holds too many', async () => {
    const world = await createWorld('kassa24', { maxPayments: 2 });
    const references = [await createPaid(world), await createPaid(world), await createPaid(world)];
    expect(world.sandbox.books().map(({ orderId }) => orderId)).toEqual(['order-2', 'order-3']);
    const statuses = await Promise.all(references.map((reference) => world.provider.readStatus(reference)));
    expect(statuses.map(({ status }) => status)).toEqual(['not-found', 'paid', 'paid']);
  });

  it('repeats none of its numbers after a restart', async () => {
    const createAt = async (now: Date) => {
      const { provider, order } = await createWorld('platron', { now: () => now });
      return (await provider.createPayment(order())).providerPaymentId;
    };
    const before = await createAt(new Date('2026-01-15T07:00:00Z'));
    expect(await createAt(new Date('2026-01-15T07:00:01Z'))).not.toBe(before);
  });

  it('names the address at which browsers reach it', async () => {
    const world = await createWorld('epoint', { publicUrl: 'https://demo.example/pay-here/epoint' });
    const created = await world.provider.createPayment(world.order());
    expect(created).toMatchObject({ url: `https://demo.example/pay-here/epoint/pay/${created.providerPaymentId}` });
    const page = await fetch(`${world.served.baseUrl}/pay/${created.providerPaymentId}`);
    expect(await page.text()).toContain(`action="/pay-here/epoint/pay/${created.providerPaymentId}/approve"`);
  });

  it('uses the language of the order, or else of the browser, and shows the order id once', async () => {
    const open = async (provider: 'kassa24' | 'epoint', accepted: string) => {
      const world = await createWorld(provider);
      const order = { ...world.order(), language: 'en' as const };
      const created = await world.provider.createPayment({ ...order, description: `Oyna ${order.orderId}` });
      const page = await fetch(`${world.served.baseUrl}/pay/${created.providerPaymentId}`, {
        headers: { 'accept-language': accepted },
      });
      return { text: await page.text(), orderId: order.orderId };
    };
    expect((await open('epoint', 'kk-KZ,ru;q=0.9')).text).toContain('<html lang="en">');
    expect((await open('kassa24', 'de,en-US;q=0.7')).text).toContain('>Pay ');
    const { text, orderId } = await open('kassa24', 'kk-KZ,ru;q=0.9');
    expect(text).toContain('<html lang="kk">');
    expect(text).toContain('>Төлеу ');
    expect(text.split(orderId)).toHaveLength(2);
  });
});
