/** What holds for every supplier of top-ups, each with its sandbox and over real HTTP. */

import {
  createWorld,
  expectFailure,
  makeSupplier,
  type SupplierName,
  type World,
} from '@oyna/sandboxes/top-up-sandbox.test-helper';
import { describe, expect, it } from 'vitest';
import { readCost } from './top-up-supplier.request.ts';
import type { SupplierOrder, TopUpOrder, TopUpSupplier, TopUpSupplierError } from './top-up-supplier.ts';

const SUPPLIERS: SupplierName[] = ['g-engine', 'g2bulk'];
const COST = { 'g-engine': { amount: 1000_00, currency: 'RUB' }, g2bulk: { item: '60 UC' } } as const;

/** Calls every method of a supplier and expects the same failure of each. */
async function expectFailures(
  supplier: TopUpSupplier,
  name: SupplierName,
  order: TopUpOrder,
  reason: TopUpSupplierError['reason'],
  message: RegExp,
): Promise<void> {
  await Promise.all([
    expectFailure(supplier.checkAccount(order.account), reason, message),
    expectFailure(supplier.cost(COST[name]), reason, message),
    expectFailure(supplier.prepare(order), reason, message),
    expectFailure(supplier.execute(order), reason, message),
    expectFailure(supplier.read(order, null), reason, message),
    expectFailure(supplier.read(order, '42'), reason, message),
  ]);
}

function idOf(order: SupplierOrder): string | null {
  return 'supplierId' in order ? order.supplierId : null;
}

/** Polls the order until it ends and runs the timers of the sandbox. */
async function follow(world: World, order: TopUpOrder, first: SupplierOrder): Promise<SupplierOrder> {
  let last = first;
  for (let poll = 0; poll < 10 && last.status === 'in-progress'; poll += 1) {
    await world.runNext();
    last = await world.supplier.read(order, idOf(last));
  }
  return last;
}

describe.each(SUPPLIERS)('%s', (name) => {
  it('delivers what was prepared, and has it in its books', async () => {
    const world = await createWorld(name);
    const order = world.order();
    const prepared = await world.supplier.prepare(order);
    expect(prepared).toMatchObject({ outcome: 'ready' });
    expect(world.books()).toEqual([]);
    const delivered = await follow(world, order, await world.supplier.execute(order));
    const cost = await world.supplier.cost(COST[name]);
    expect(delivered).toMatchObject({ status: 'delivered', costCents: cost });
    const { code, account, currency, item } = order;
    const amount = name === 'g-engine' ? order.amount : null;
    const entry = { code, account, amount, currency, item, costCents: cost };
    expect(world.books()).toEqual([entry]);
    expect(await (await fetch(`${world.served.baseUrl}/books.json`)).json()).toEqual([entry]);
  });

  it('delivers once, however often it is ordered', async () => {
    const world = await createWorld(name);
    await world.behaviour({ balanceCents: 100_000 });
    const order = world.order();
    await world.supplier.prepare(order);
    const together = await Promise.all([1, 2, 3].map(() => world.supplier.execute(order)));
    await follow(world, order, together[0] as SupplierOrder);
    for (const answer of [...together, await world.supplier.execute(order)]) {
      expect(answer.status).toMatch(/in-progress|delivered/);
      expect(await follow(world, order, answer)).toMatchObject({ status: 'delivered' });
    }
    const [entry] = world.books();
    expect(world.books()).toHaveLength(1);
    const behaviour = (await (await fetch(`${world.served.baseUrl}/behaviour`)).json()) as { balanceCents: number };
    expect(behaviour.balanceCents).toBe(100_000 - (entry?.costCents ?? 0));
  });

  it.each(['timeoutOnExecute', 'hangUp', 'garbage'] as const)(
    'has delivered although the answer was lost (%s), and says so when asked',
    async (setting) => {
      const world = await createWorld(name);
      const order = world.order();
      await world.supplier.prepare(order);
      await world.behaviour({ [setting]: true });
      await expectFailure(world.supplier.execute(order), 'unknown', /HTTP|could not be reached/);
      await world.behaviour({ [setting]: false });
      expect(await follow(world, order, await world.supplier.read(order, null))).toMatchObject({ status: 'delivered' });
      expect(world.books()).toHaveLength(1);
    },
  );

  it('says that our balance is used up, and delivers once it is not', async () => {
    const world = await createWorld(name);
    const order = world.order();
    await world.supplier.prepare(order);
    await world.behaviour({ balanceCents: 10 });
    expect(await world.supplier.execute(order)).toMatchObject({
      status: 'low-balance',
      detail: expect.stringMatching(/insufficient/i),
    });
    expect(world.books()).toEqual([]);
    await world.behaviour({ balanceCents: 100_000 });
    expect(await follow(world, order, await world.supplier.execute(order))).toMatchObject({ status: 'delivered' });
    expect(world.books()).toHaveLength(1);
  });

  it('asks more when its rate rises', async () => {
    const world = await createWorld(name);
    const before = await world.supplier.cost(COST[name]);
    await world.behaviour({ ratePercent: 150 });
    expect(await world.supplier.cost(COST[name])).toBe(Math.ceil(before * 1.5));
  });

  it('that answers 500 does nothing, and the result is unknown', async () => {
    const world = await createWorld(name);
    const order = world.order();
    await world.supplier.prepare(order);
    await world.behaviour({ fail: true });
    await expectFailures(world.supplier, name, order, 'unknown', /HTTP 500/);
    expect(world.books()).toEqual([]);
  });

  it('that closes the connection or answers with an HTML page gives an unknown result', async () => {
    const world = await createWorld(name);
    await world.behaviour({ hangUp: true });
    await expectFailures(world.supplier, name, world.order(), 'unknown', /could not be reached/);
    await world.behaviour({ hangUp: false, garbage: true });
    await expectFailures(world.supplier, name, world.order(), 'unknown', /HTTP 200/);
  });

  it('times out, which is not taken for a failure', async () => {
    const world = await createWorld(name);
    await world.behaviour({ delayMs: 60_000 });
    const impatient = makeSupplier(name, world.served.baseUrl, { timeoutMs: 150 });
    await expectFailures(impatient, name, world.order(), 'unknown', /did not answer within 150 ms/);
    const stopped = world.supplier.execute(world.order(), AbortSignal.abort());
    await expectFailure(stopped, 'unknown', /was not waited for/);
  });

  it('that cannot be reached is unknown', async () => {
    const world = await createWorld(name);
    await world.served.close();
    await expectFailures(world.supplier, name, world.order(), 'unknown', /could not be reached/);
  });

  it('that answers invalid data gives an unknown result', async () => {
    const { order } = await createWorld(name);
    const texts = ['', '[]', 'null', '"ok"', '<html>', '{}', '\ufeff{}', '{"success":', '{"success":true}'];
    const odd = ['{"success":true,"data":[],"order":[]}', '{"success":true,"data":{"status_code":7},"order":{}}'];
    const answers = [200, 302, 408, 429, 500, 503].flatMap((status) =>
      [...texts, ...odd].map((body) => ({ status, body })),
    );
    const bytes = [new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array(300_000).fill(0x20)];
    for (const { status, body } of [...answers, ...bytes.map((body) => ({ status: 200, body }))]) {
      const fetch = async () => new Response(body, { status });
      const supplier = makeSupplier(name, 'http://supplier.invalid', { fetch });
      await expectFailures(supplier, name, order(), 'unknown', /answered/);
    }
  });

  it('that reports a known error with a 5xx gives an unknown result', async () => {
    const { order } = await createWorld(name);
    const body = JSON.stringify({ success: false, message: 'no', data: { status_code: 'TOP_UP_ERROR' } });
    const fetch = async () => new Response(body, { status: 502 });
    const supplier = makeSupplier(name, 'http://supplier.invalid', { fetch });
    await expectFailures(supplier, name, order(), 'unknown', /HTTP 502/);
  });

  it('sells to a client with the API key, and never shows the key', async () => {
    const world = await createWorld(name);
    const stranger = makeSupplier(name, world.served.baseUrl, { apiKey: 'another-key' });
    await expectFailures(stranger, name, world.order(), 'refused', /^(?!.*another-key).*HTTP 401/);
    expect(world.books()).toEqual([]);
  });

  it('takes no setting that it does not have', async () => {
    const { served } = await createWorld(name);
    const turn = async (body: string, method = 'POST') =>
      (await fetch(`${served.baseUrl}/behaviour`, { method, ...(method === 'POST' && { body }) })).status;
    const wrong = ['{"fail":1}', '{"balanceCents":-1}', '{"ratePercent":1.5}', '{"unknown":true}', '[]', 'null', '{'];
    for (const body of wrong) expect(await turn(body)).toBe(400);
    expect(await turn('{"balanceCents":5,"fail":true}')).toBe(200);
    expect(await turn('', 'DELETE')).toBe(200);
    expect(await (await fetch(`${served.baseUrl}/behaviour`)).json()).toMatchObject({
      balanceCents: null,
      fail: false,
    });
  });
});

describe('a cost', () => {
  it('is whole cents, rounded up, and never a guess', () => {
    const read = ['0.88', '0.880', '0.881', '0.8800000001', '12', '10.2', '0.001', '123456789.99'].map(readCost);
    expect(read).toEqual([88, 88, 89, 89, 1200, 1020, 1, 12_345_678_999]);
    for (const value of [
      '0',
      '0.00',
      '-1',
      '1e3',
      '1,5',
      '',
      ' 1',
      '.5',
      '1.',
      'NaN',
      1,
      null,
      undefined,
      {},
      '9'.repeat(20),
    ]) {
      expect(readCost(value), String(value)).toBeUndefined();
    }
  });
});
