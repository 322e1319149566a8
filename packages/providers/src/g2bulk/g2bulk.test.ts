import { answering, createWorld, expectFailure, START, type World } from '@oyna/sandboxes/top-up-sandbox.test-helper';
import { describe, expect, it } from 'vitest';
import type { TopUpOrder } from '../top-up-supplier.ts';
import { idempotencyKey } from './g2bulk.ts';

const ORDER: TopUpOrder = {
  code: 'pubg-code-00000001',
  account: '5123456789',
  amount: 0,
  currency: null,
  item: '60 UC',
  callbackUrl: 'https://shop.example/callback',
  unansweredSince: null,
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function answerOf(status: string, change: object = {}) {
  const order = { order_id: 42, player_id: '5123456789', price: 0.88, status, message: '', ...change };
  return { success: true, message: 'Order created', order };
}

const saying = (body: unknown, status?: number) => answering('g2bulk', body, status).supplier;
const minutesAgo = (minutes: number) => new Date(START.getTime() - minutes * 60_000);

/** The id of an order that was placed. */
async function place(world: World, order: TopUpOrder): Promise<string> {
  const placed = await world.supplier.execute(order);
  expect(placed).toEqual({ status: 'in-progress', supplierId: expect.stringMatching(/^\d+$/), costCents: 88 });
  return 'supplierId' in placed ? (placed.supplierId ?? '') : '';
}

describe('a request', () => {
  it('has the API key, and the order with our code', async () => {
    const { supplier, asked } = answering('g2bulk', answerOf('PENDING'));
    await supplier.execute(ORDER);
    await supplier.read(ORDER, null);
    await supplier.read(ORDER, '42');
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://supplier.invalid/v1/games/pubgm/order',
      'POST https://supplier.invalid/v1/games/pubgm/order',
      'POST https://supplier.invalid/v1/games/order/status',
    ]);
    for (const { headers } of asked) expect(headers.get('x-api-key')).toBe('supplier-test-key');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      catalogue_name: '60 UC',
      player_id: '5123456789',
      remark: ORDER.code,
      callback_url: 'https://shop.example/callback',
    });
    // Without the id of G2Bulk the same order is sent again.
    expect([asked[1]?.body, asked[1]?.headers.get('x-idempotency-key')]).toEqual([
      asked[0]?.body,
      asked[0]?.headers.get('x-idempotency-key'),
    ]);
    expect(asked[2]?.body).toBe('{"order_id":42,"game":"pubgm"}');
  });

  it('has a UUID as its key, one for each code', () => {
    const keys = ['pubg-code-00000001', 'pubg-code-00000002', 'x'.repeat(50)].map(idempotencyKey);
    for (const key of keys) expect(key).toMatch(UUID);
    expect(new Set(keys).size).toBe(3);
    expect(idempotencyKey(ORDER.code)).toBe(keys[0]);
  });

  it('escapes a hostile account', async () => {
    const { supplier, asked } = answering('g2bulk', { valid: 'valid', name: 'x' });
    const account = '","game":"x"}\n../?#';
    await supplier.checkAccount(account);
    expect(asked[0]?.url).toBe('https://supplier.invalid/v1/games/checkPlayerId');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ game: 'pubgm', user_id: account });
  });

  it('is not sent for items that G2Bulk does not sell, or with an id that is not from G2Bulk', async () => {
    const { supplier, asked } = answering('g2bulk', answerOf('PENDING'));
    await expectFailure(supplier.cost({ amount: 100, currency: 'RUB' }), 'refused', /items of its catalogue/);
    await expectFailure(supplier.execute({ ...ORDER, item: null }), 'refused', /items of its catalogue/);
    for (const id of ['', '0', '-1', '1e3', '4}', '9'.repeat(19)]) {
      await expectFailure(supplier.read(ORDER, id), 'refused', /not an order of G2Bulk/);
    }
    expect(asked).toEqual([]);
  });

  it('is not repeated with its key when G2Bulk may have forgotten the key', async () => {
    const { supplier, asked } = answering('g2bulk', answerOf('PENDING'));
    const old = { ...ORDER, unansweredSince: minutesAgo(26) };
    await expectFailure(supplier.execute(old), 'unknown', /forgotten the key/);
    await expectFailure(supplier.read(old, null), 'unknown', /forgotten the key/);
    expect(asked).toEqual([]);
    expect(await supplier.read(old, '42')).toMatchObject({ status: 'in-progress' });
    expect(await supplier.read({ ...ORDER, unansweredSince: minutesAgo(24) }, null)).toMatchObject({
      supplierId: '42',
    });
  });
});

describe('an order', () => {
  it('is in progress, delivered or failed', async () => {
    const known = { supplierId: '42', costCents: 88 };
    for (const id of ['42', null]) {
      const read = (status: string) => saying(answerOf(status, { message: 'why' })).read(ORDER, id);
      expect(await read('PENDING')).toEqual({ status: 'in-progress', ...known });
      expect(await read('PROCESSING')).toEqual({ status: 'in-progress', ...known });
      expect(await read('COMPLETED')).toEqual({ status: 'delivered', ...known });
      expect(await read('completed')).toEqual({ status: 'delivered', ...known });
      expect(await read('FAILED')).toEqual({ status: 'failed', detail: 'FAILED "why"' });
      expect(await read('REFUNDED')).toEqual({ status: 'failed', detail: 'REFUNDED "why"' });
    }
    const flat = { success: true, order_id: 42, status: 'COMPLETED' };
    expect(await saying(flat).read(ORDER, '42')).toEqual({ status: 'delivered', supplierId: '42', costCents: null });
  });

  it('in another state, or another order, is unknown', async () => {
    const odd = [
      answerOf('DONE'),
      answerOf('toString'),
      answerOf('COMPLETED', { order_id: 43 }),
      answerOf('COMPLETED', { order_id: null }),
      answerOf('FAILED', { player_id: '999' }),
      { ...answerOf('COMPLETED'), success: 'true' },
      { ...answerOf('COMPLETED'), success: false },
    ];
    for (const body of odd) await expectFailure(saying(body).read(ORDER, '42'), 'unknown', /HTTP 200/);
    await expectFailure(saying(answerOf('COMPLETED'), 404).read(ORDER, '42'), 'unknown', /HTTP 404/);
  });

  it('that G2Bulk created and does not find has an unknown state', async () => {
    const forgetful = saying({ success: false, message: 'Order not found' }, 404);
    await expectFailure(forgetful.read(ORDER, '42'), 'unknown', /HTTP 404/);
  });

  it('that it refuses has failed, unless our balance is the reason', async () => {
    const refuse = (message: string, status: number) => saying({ success: false, message }, status).execute(ORDER);
    expect(await refuse('Invalid player ID', 400)).toEqual({
      status: 'failed',
      detail: 'HTTP 400 "Invalid player ID"',
    });
    expect(await refuse('Catalogue not found', 404)).toMatchObject({ status: 'failed' });
    expect(await refuse('Out of stock', 200)).toMatchObject({ status: 'failed' });
    expect(await refuse('Insufficient balance', 400)).toMatchObject({ status: 'low-balance' });
    expect(await refuse('Not enough funds', 200)).toMatchObject({ status: 'low-balance' });
    expect(await refuse('Payment required', 402)).toMatchObject({ status: 'low-balance' });
    await expectFailure(refuse('Forbidden', 403), 'refused', /HTTP 403/);
  });

  it('that exists already, as G2Bulk says, has an unknown state', async () => {
    const refuse = (message: string, status: number) => saying({ success: false, message }, status).execute(ORDER);
    await expectFailure(refuse('Duplicate order', 400), 'unknown', /Duplicate/);
    await expectFailure(refuse('Request is being processed: processing', 400), 'unknown', /HTTP 400/);
    await expectFailure(refuse('Conflict', 409), 'unknown', /HTTP 409/);
    await expectFailure(refuse('Too many requests', 429), 'unknown', /HTTP 429/);
  });
});

describe('a player', () => {
  it('is valid only if the answer has the exact word', async () => {
    const check = (body: unknown, status?: number) => saying(body, status).checkAccount('5123456789');
    expect(await check({ valid: 'valid', name: 'Barys_789' })).toEqual({ outcome: 'valid', name: 'Barys_789' });
    expect(await check({ valid: 'valid' })).toEqual({ outcome: 'valid', name: null });
    expect(await check({ valid: 'invalid' })).toEqual({ outcome: 'not-found' });
    expect(await check({ valid: 'invalid' }, 400)).toEqual({ outcome: 'not-found' });
    for (const valid of [true, 1.5, null, [], {}]) {
      const answer = await check({ valid }).catch((error: unknown) => error);
      expect(answer).not.toMatchObject({ outcome: 'valid' });
    }
    await expectFailure(check({ valid: 'valid' }, 404), 'unknown', /HTTP 404/);
    await expectFailure(check({ success: false, message: 'Game not found' }, 400), 'refused', /Game not found/);
  });

  it('has a name of one line and of limited length', async () => {
    const nameOf = async (name: unknown) => {
      const checked = await saying({ valid: 'valid', name }).checkAccount('5123456789');
      return 'name' in checked ? checked.name : undefined;
    };
    expect(await nameOf('  \u202eBa\u0000rys\n\u200b ')).toBe('Barys');
    expect(await nameOf('😀'.repeat(100))).toBe('😀'.repeat(64));
    for (const name of ['', '\n', null, {}, []]) expect(await nameOf(name)).toBeNull();
  });
});

describe('a cost', () => {
  it('is that of the catalogue item with exactly this name', async () => {
    const catalogues = [
      null,
      { name: '60 uc', amount: 9 },
      { name: '60 UC', amount: 0.875 },
      { name: '0 UC', amount: 0 },
    ];
    const supplier = saying({ success: true, catalogues });
    expect(await supplier.cost({ item: '60 UC' })).toBe(88);
    await expectFailure(supplier.cost({ item: '61 UC' }), 'refused', /sells no "61 UC"/);
    await expectFailure(supplier.cost({ item: '0 UC' }), 'unknown', /HTTP 200/);
    await expectFailure(saying({ success: true, catalogues: {} }).cost({ item: '60 UC' }), 'unknown', /HTTP 200/);
    await expectFailure(saying({ success: false, catalogues }, 404).cost({ item: '60 UC' }), 'unknown', /HTTP 404/);
  });
});

describe('the sandbox', () => {
  it('knows players by name, and none whose number ends in 0000', async () => {
    const world = await createWorld('g2bulk');
    const valid = { outcome: 'valid', name: expect.stringMatching(/^[A-Z][a-z]+_789$/) };
    expect(await world.supplier.checkAccount('5123456789')).toEqual(valid);
    expect(await world.supplier.prepare(world.order())).toEqual({
      outcome: 'ready',
      costCents: null,
      accountName: expect.stringMatching(/_789$/),
    });
    for (const account of ['5123450000', 'abc', '1', '']) {
      expect(await world.supplier.checkAccount(account)).toEqual({ outcome: 'not-found' });
    }
    const order = world.order({ account: '5123450000' });
    expect(await world.supplier.prepare(order)).toEqual({ outcome: 'not-found' });
    expect(await world.supplier.execute(order)).toMatchObject({ status: 'failed' });
    expect(world.later).toEqual([]);
  });

  it('accepts an order, delivers it later and sends a callback', async () => {
    const world = await createWorld('g2bulk');
    const order = world.order();
    const id = await place(world, order);
    expect(await world.supplier.read(order, id)).toMatchObject({ status: 'in-progress', supplierId: id });
    expect(world.books()).toEqual([]);
    expect(await world.runNext()).toBe(1000);
    expect(await world.supplier.read(order, id)).toEqual({ status: 'delivered', supplierId: id, costCents: 88 });
    expect(world.callbacks).toEqual([
      {
        order_id: Number(id),
        game_code: 'pubgm',
        game_name: 'PUBG Mobile',
        player_id: order.account,
        player_name: expect.any(String),
        denom_id: '60 UC',
        price: 0.88,
        status: 'COMPLETED',
        message: expect.any(String),
        remark: order.code,
        timestamp: START.toISOString(),
      },
    ]);
    expect(world.later).toEqual([]);
  });

  it('fails the orders of 1111, returns the money and sends a callback', async () => {
    const world = await createWorld('g2bulk');
    await world.behaviour({ balanceCents: 100 });
    const order = world.order({ account: '5123451111' });
    expect(await world.supplier.prepare(order)).toMatchObject({ outcome: 'ready' });
    const id = await place(world, order);
    expect(await (await fetch(`${world.served.baseUrl}/behaviour`)).json()).toMatchObject({ balanceCents: 12 });
    await world.runNext();
    expect(await world.supplier.read(order, id)).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/^FAILED/),
    });
    expect(await (await fetch(`${world.served.baseUrl}/behaviour`)).json()).toMatchObject({ balanceCents: 100 });
    expect(world.callbacks).toMatchObject([{ status: 'FAILED', remark: order.code }]);
    expect(world.books()).toEqual([]);
  });

  it('sends two callbacks for the orders of 2222 and delivers once', async () => {
    const world = await createWorld('g2bulk');
    await place(world, world.order({ account: '5123452222' }));
    await world.runNext();
    expect(world.callbacks).toHaveLength(2);
    expect(world.callbacks[1]).toEqual(world.callbacks[0]);
    expect(world.books()).toHaveLength(1);
  });

  it('repeats a callback once when it is not accepted', async () => {
    const world = await createWorld('g2bulk');
    world.shopStatus = 500;
    await place(world, world.order());
    await world.runNext();
    expect(world.callbacks).toHaveLength(1);
    expect(await world.runNext()).toBe(5000);
    expect(world.callbacks).toHaveLength(2);
    expect(world.later).toEqual([]);
  });

  it('loses, repeats and forges callbacks on request', async () => {
    const world = await createWorld('g2bulk');
    await world.behaviour({ drop: 1 });
    await place(world, world.order());
    await world.runNext();
    expect(world.callbacks).toEqual([]);
    await world.runNext();
    expect(world.callbacks).toHaveLength(1);
    await world.behaviour({ repeat: 2, forge: 'signature' });
    await place(world, world.order());
    await world.runNext();
    expect(world.callbacks.slice(1).map(({ status }) => status)).toEqual([
      'FAILED',
      'COMPLETED',
      'COMPLETED',
      'COMPLETED',
    ]);
    await world.behaviour({ repeat: 0, forge: 'order' });
    const id = await place(world, world.order());
    await world.runNext();
    expect(world.callbacks.slice(5).map(({ order_id: orderId }) => orderId)).toEqual([Number(id) + 1, Number(id)]);
  });

  it('answers a repeated key with the first order, for half an hour', async () => {
    const world = await createWorld('g2bulk');
    const order = world.order();
    const id = await place(world, order);
    await world.runNext();
    expect(await place(world, order)).toBe(id);
    world.clock.now = new Date(START.getTime() + 30 * 60_000);
    expect(await place(world, order)).toBe(id);
    expect(world.books()).toHaveLength(1);
    // The client has to prevent this: after that time the order counts as a new one.
    world.clock.now = new Date(START.getTime() + 31 * 60_000);
    expect(await place(world, order)).not.toBe(id);
    await world.runNext();
    expect(world.books().map(({ code }) => code)).toEqual([order.code, order.code]);
  });

  it('answers an invalid request with an error of G2Bulk', async () => {
    const world = await createWorld('g2bulk');
    const ask = async (path: string, body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${world.served.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': 'supplier-test-key', ...headers },
        body,
      });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const order = JSON.stringify({ catalogue_name: '60 UC', player_id: '5123456789' });
    expect(await ask('/games/pubgm/order', order, { 'x-idempotency-key': 'abc' })).toEqual([
      400,
      'X-Idempotency-Key must be a UUID',
    ]);
    expect(await ask('/games/pubgm/order', '{}')).toEqual([404, 'Catalogue not found']);
    expect(await ask('/games/pubgm/order', '{"catalogue_name":"toString"}')).toEqual([404, 'Catalogue not found']);
    expect(await ask('/games/order/status', '{"order_id":"42"}')).toEqual([400, 'Failed to parse request body']);
    expect(await ask('/games/order/status', '{')).toEqual([400, 'Failed to parse request body']);
    expect(await ask('/games/order/status', '{"order_id":42}')).toEqual([404, 'Order not found']);
    expect(await ask('/games/checkPlayerId', '{"game":"mlbb","user_id":"1"}')).toEqual([400, 'Game not found']);
    // Without a key each request is a new order. Without an address there is no callback.
    expect((await ask('/games/pubgm/order', order))[0]).toBe(200);
    expect((await ask('/games/pubgm/order', order))[0]).toBe(200);
    await world.runNext();
    await world.runNext();
    expect(world.books()).toHaveLength(2);
    expect(world.callbacks).toEqual([]);
  });
});
