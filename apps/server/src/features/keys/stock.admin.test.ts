import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCountry, countKeys, stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys, claimKey, keyStatus } from '../../testing/test-claims.ts';
import { giveKey } from '../../testing/test-gift.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { call, fillBasket, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let owner: TestOperator;
let keeper: TestOperator;
let scarce: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  owner = await signInOperator(store, 'owner');
  keeper = await signInOperator(store, 'stock');
  scarce = await stockProduct(store.database, 7);
  await sql`UPDATE key_batch SET cost_cents = 150 WHERE product_id = ${scarce}`.execute(store.database);
  await buyKeys(store, await createMember(store), scarce);
  await store.stock.levels.refresh();
});
afterAll(() => store.close());

const board = async (query = '') => (await keeper.get(`/api/v1/stock${query}`)).json();
const page = async (productId: number) => (await keeper.get(`/api/v1/stock/${productId}`)).json();
const batchOf = async (productId: number) => (await page(productId)).batches[0];
/** After a sale, which a worker counts soon. */
const countedBatchOf = async (productId: number) => {
  await store.stock.levels.refresh();
  return batchOf(productId);
};
const faults = async () => (await store.stock.levels.check({ isEverything: true })).faults;
const events = async () =>
  (
    await sql<{ subject: string }>`SELECT subject FROM operator_event WHERE kind = 'low-stock' ORDER BY id`.execute(
      store.database,
    )
  ).rows.map(({ subject }) => Number(subject));

describe('the stock board', () => {
  it('shows keys, sales, days left, cost and margin of a product', async () => {
    const { items } = await board(`?search=${scarce}`);
    const row = items.find(({ productId }: { productId: number }) => productId === scarce);
    expect(row).toMatchObject({ available: 6, reserved: 0, sold7: 1, sold30: 1, daysLeft: 180, costCents: 150 });
    expect(row).toMatchObject({
      marginCents: row.priceCents - 150,
      threshold: 5,
      isOwnThreshold: false,
      lowSince: null,
    });
  });

  it('has the margin of the list of prices: after the cost of the newest keys, not the average of the stock', async () => {
    const productId = await stockProduct(store.database, 6, 'OLD', 100);
    const newest = (await page(productId)).priceCents + 100;
    const keys = Array.from({ length: 6 }, (_, index) => ({ line: index + 1, value: `NEWEST-${index}` }));
    await store.payments.keys.importKeys([{ fileName: 'newest', productId, supplier: 'x', costCents: newest, keys }]);
    await store.stock.levels.refresh();
    const [priced] = (await owner.get(`/api/v1/prices?search=${productId}`)).json().items;
    expect(priced.marginCents).toBeLessThan(0);
    const costs = {
      costCents: newest,
      stockCostCents: Math.round((100 + newest) / 2),
      marginCents: priced.marginCents,
    };
    expect(await page(productId)).toMatchObject(costs);
    expect((await board(`?search=${productId}`)).items).toContainEqual(
      expect.objectContaining({ productId, ...costs }),
    );
  });

  it('takes the fee of the dearest provider off the margin', async () => {
    const { version } = (await owner.get('/api/v1/settings'))
      .json()
      .items.find(({ name }: { name: string }) => name === 'provider-fees');
    const fee = { currency: 'USD', basisPoints: 300, fixed: 20, isReturned: false };
    const value = [
      { provider: 'platron', ...fee },
      { provider: 'kassa24', ...fee, basisPoints: 100 },
      { provider: 'epoint', ...fee, currency: 'AZN', fixed: 170 },
    ];
    await sql`UPDATE currency_rate SET rate = 1.7 WHERE currency = 'AZN'`.execute(store.database);
    expect((await owner.call('PUT', '/api/v1/settings/provider-fees', { version, value, reason: '' })).statusCode).toBe(
      204,
    );
    const { priceCents, marginCents } = await page(scarce);
    expect(marginCents).toBe(priceCents - 150 - Math.round((priceCents * 300) / 10_000) - 100);
  });

  it.each(['urgency', 'available', 'sold', 'name'])('has every product once, page by page, by %s', async (sort) => {
    const seen: number[] = [];
    for (let after = ''; ; ) {
      const { items, next } = await board(`?sort=${sort}&limit=200${after && `&after=${after}`}`);
      seen.push(...items.map(({ productId }: { productId: number }) => productId));
      if (next === null) break;
      after = next;
    }
    const { rows } = await sql<{ id: number }>`SELECT id FROM product WHERE type <> 'TopUp'`.execute(store.database);
    expect(seen.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  it.each(['urgency', 'available', 'sold', 'name'])(
    'has the same order page by page and at once, filtered, by %s',
    async (sort) => {
      for (const filter of ['platform=Xbox', 'low=true', 'search=e', 'platform=Steam&search=a']) {
        const { items: whole } = await board(`?sort=${sort}&limit=200&${filter}`);
        const seen: number[] = [];
        for (let after = ''; seen.length < whole.length; ) {
          const { items, next } = await board(`?sort=${sort}&limit=7&${filter}${after && `&after=${after}`}`);
          seen.push(...items.map(({ productId }: { productId: number }) => productId));
          if (next === null) break;
          after = next;
        }
        expect(seen.slice(0, whole.length), filter).toEqual(
          whole.map(({ productId }: { productId: number }) => productId),
        );
      }
    },
  );

  it('shows a new product without keys, and one that is sold by key from now on', async () => {
    const { database } = store;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO product (id, game_id, category_id, name, sort_name, edition, type, platform, region, price_cents,
        price_with_discount_cents, instruction_name, popularity, position)
      SELECT 700000 + place, game_id, category_id, 'Newcomer ' || place, 'newcomer ' || place, 'New', CASE place WHEN 1 THEN 'Key' ELSE 'TopUp' END,
        platform, region, 500, 500, instruction_name, 0, 1000 + place
      FROM (SELECT * FROM product WHERE type = 'Key' ORDER BY id LIMIT 1) AS other, generate_series(1, 2) AS place
      RETURNING id`.execute(database);
    const [product, topUp] = rows.map(({ id }) => id);
    const found = async () =>
      (await board('?search=newcomer')).items.map(
        ({ productId, available }: { productId: number; available: number }) => [productId, available],
      );
    expect(await found()).toEqual([[product, 0]]);
    await sql`UPDATE product SET type = 'Key' WHERE id = ${topUp}`.execute(database);
    expect(await found()).toEqual([
      [product, 0],
      [topUp, 0],
    ]);
    expect(await faults()).toEqual([]);
    await sql`DELETE FROM product WHERE id >= 700000`.execute(database);
    expect(await found()).toEqual([]);
  });

  it('has a summary with every platform, and counts as far as a thousand', async () => {
    const { database } = store;
    const { rows } = await sql<{ platform: string }>`
      SELECT DISTINCT platform COLLATE "C" AS platform FROM product WHERE type <> 'TopUp'`.execute(database);
    const summary = async () => (await keeper.get('/api/v1/stock-summary')).json();
    const before = await summary();
    expect(before.platforms.toSorted()).toEqual(rows.map(({ platform }) => platform).toSorted());
    expect(before.soldOut).toBeLessThan(1_000);
    await sql`INSERT INTO product (id, game_id, category_id, name, sort_name, edition, type, platform, region, price_cents,
        price_with_discount_cents, instruction_name, popularity, position)
      SELECT 700000 + place, game_id, category_id, 'Many ' || place, 'many ' || place, 'New', 'Key', platform, region, 500, 500,
        instruction_name, 0, place + 1000
      FROM (SELECT * FROM product WHERE type = 'Key' ORDER BY id LIMIT 1) AS other, generate_series(1, 1200) AS place`.execute(
      database,
    );
    await sql`UPDATE stock_level SET low_since = now() WHERE product_id > 700000`.execute(database);
    expect(await summary()).toMatchObject({ low: 1_001, soldOut: 1_001 });
    const { tasks } = (await keeper.get('/api/v1/today')).json();
    const low = tasks.filter(({ kind }: { kind: string }) => kind === 'low-stock');
    expect(low).toHaveLength(20);
    expect(low.every(({ total }: { total: number }) => total === 1_001)).toBe(true);
    await sql`DELETE FROM product WHERE id > 700000`.execute(database);
    expect(await summary()).toEqual(before);
  });

  it('is filtered by platform and text', async () => {
    const { items } = await board('?platform=Xbox&limit=200');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ platform }: { platform: string }) => platform === 'Xbox')).toBe(true);
    expect((await board('?search=no%20such%20game')).items).toEqual([]);
    expect((await board('?search=100%25')).items).toEqual([]);
  });

  it('follows sales, quarantines and refunds, and equals the keys', async () => {
    expect(await faults()).toEqual([]);
    await buyKeys(store, await createMember(store), scarce);
    await store.stock.levels.refresh();
    expect(await page(scarce)).toMatchObject({ available: 5, sold30: 2 });
    expect(await faults()).toEqual([]);
  });

  it('names the products whose counts are wrong, and a rebuild corrects them', async () => {
    await sql`UPDATE stock_level SET available = available - 1, sold_7 = 99 WHERE product_id = ${scarce}`.execute(
      store.database,
    );
    expect(await faults()).toEqual([expect.stringContaining(`stock of product ${scarce}: 4/`)]);
    expect(await store.stock.levels.rebuild()).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it('is rebuilt by writing only what differs', async () => {
    const run = (statement: string) => sql.raw(statement).execute(store.database);
    const notes = async () =>
      (await sql`SELECT DISTINCT subject FROM unchecked_change WHERE kind = 'stock-day'`.execute(store.database)).rows
        .length;
    await store.stock.levels.rebuild();
    await run('DELETE FROM unchecked_change');
    expect(await store.stock.levels.rebuild()).toEqual([]);
    expect(await notes()).toBe(0);
    await run(`UPDATE stock_sale_day SET sold = sold + 1 WHERE product_id = ${scarce}`);
    await run(
      `INSERT INTO stock_sale_day SELECT product_id, day - 40, sold FROM stock_sale_day WHERE product_id = ${scarce}`,
    );
    await run('DELETE FROM unchecked_change');
    await store.stock.levels.rebuild();
    expect(await notes()).toBe(2);
    const { rows } = await sql`SELECT sold FROM stock_sale_day WHERE product_id = ${scarce}`.execute(store.database);
    expect(rows).toEqual([{ sold: 2 }]);
  });

  it('has no counts of a new product before its first key, which is no fault', async () => {
    await sql`INSERT INTO product (id, game_id, category_id, name, sort_name, edition, type, platform, region, price_cents,
        price_with_discount_cents, instruction_name, popularity, position, offered)
      SELECT 990001, game_id, category_id, name, sort_name, 'New', type, platform, region, price_cents,
        price_with_discount_cents, instruction_name, popularity, 99, false FROM product WHERE id = ${scarce}`.execute(
      store.database,
    );
    expect(await faults()).toEqual([]);
    const stocked = await stockProduct(store.database, 20);
    await store.stock.levels.refresh();
    await sql`DELETE FROM stock_level WHERE product_id = ${stocked}`.execute(store.database);
    expect(await faults()).toEqual([expect.stringContaining(`stock of product ${stocked}:`)]);
    expect(await store.stock.levels.rebuild()).toHaveLength(1);
  });
});

describe('low stock', () => {
  it('is announced once per crossing', async () => {
    expect(await events()).toEqual([scarce]);
    await store.stock.levels.refresh();
    await store.stock.levels.rebuild();
    expect(await events()).toEqual([scarce]);
    const threshold = (value?: number, seen?: number) =>
      keeper.call('PUT', `/api/v1/stock/${scarce}/threshold`, { threshold: value, seen });
    expect((await threshold(2)).json()).toMatchObject({ threshold: 2, isOwnThreshold: true, lowSince: null });
    expect((await threshold(9, 7)).json()).toMatchObject({ code: 'changed-meanwhile', current: { threshold: 2 } });
    expect((await threshold(undefined, 2)).json()).toMatchObject({ threshold: 5, lowSince: expect.any(String) });
    expect(await events()).toEqual([scarce, scarce]);
  });

  it('is looked for among the products that have changed', async () => {
    const mark = (value: string) =>
      sql`UPDATE stock_level SET low_since = ${sql.raw(value)} WHERE product_id = ${scarce}`.execute(store.database);
    const isLow = async () => {
      await store.stock.levels.refresh();
      return (await page(scarce)).lowSince !== null;
    };
    await store.stock.levels.refresh();
    await mark('NULL');
    expect(await isLow(), 'nothing has changed').toBe(false);
    await sql`UPDATE product SET name = name WHERE id = ${scarce}`.execute(store.database);
    expect(await isLow(), 'another column').toBe(false);
    await sql`UPDATE product_key SET changed_at = now() WHERE product_id = ${scarce}`.execute(store.database);
    expect(await isLow(), 'its keys').toBe(true);
    await mark('NULL');
    await sql`UPDATE product SET offered = false WHERE id = ${scarce}`.execute(store.database);
    await sql`UPDATE product SET offered = true WHERE id = ${scarce}`.execute(store.database);
    expect(await isLow(), 'its place on sale').toBe(true);
    await sql`DELETE FROM operator_event WHERE kind = 'low-stock' AND id NOT IN (
      SELECT id FROM operator_event WHERE kind = 'low-stock' ORDER BY id LIMIT 2)`.execute(store.database);
  });

  it('is on the page of the day and in the filtered board', async () => {
    const { tasks } = (await keeper.get('/api/v1/today')).json();
    expect(tasks).toMatchObject([{ kind: 'low-stock', id: String(scarce), keysLeft: 5, total: 1 }]);
    expect((await board('?low=true')).items).toMatchObject([{ productId: scarce }]);
    expect((await keeper.get('/api/v1/stock-summary')).json()).toMatchObject({ low: 1, threshold: 5 });
  });

  it('does not count a product that is not offered', async () => {
    await sql`UPDATE product SET offered = false WHERE id = ${scarce}`.execute(store.database);
    await store.stock.levels.refresh();
    expect((await board('?low=true')).items).toEqual([]);
    await sql`UPDATE product SET offered = true WHERE id = ${scarce}`.execute(store.database);
  });
});

describe('a batch', () => {
  const change = (batchId: number, what: string, who = keeper) =>
    who.call('POST', `/api/v1/stock/batches/${batchId}/${what}`, { reason: 'A wrong region' });

  it('shows its keys by state, and is put in quarantine and back', async () => {
    const productId = await stockProduct(store.database, 3);
    const { id } = await batchOf(productId);
    expect((await change(id, 'quarantine')).json()).toEqual({ moved: 3 });
    expect(await batchOf(productId)).toMatchObject({
      available: 0,
      quarantined: 3,
      quarantineReason: 'A wrong region',
    });
    expect((await change(id, 'quarantine')).statusCode).toBe(409);
    expect((await change(id, 'release')).json()).toEqual({ moved: 3 });
    await buyKeys(store, await createMember(store), productId);
    expect(await countedBatchOf(productId)).toMatchObject({ available: 2, sold: 1, quarantined: 0, writtenOff: 0 });
  });

  it('is compared with its keys when they or its counts have changed since the last check', async () => {
    expect(await faults()).toEqual([]);
    const check = () => store.stock.levels.check({ isEverything: false });
    const run = (statement: string) => sql.raw(statement).execute(store.database);
    const productId = await stockProduct(store.database, 3, 'CHANGED');
    await buyKeys(store, await createMember(store), productId);
    await store.stock.levels.refresh();
    await run('DELETE FROM unchecked_change');
    expect(await check()).toEqual({ products: 0, faults: [] });
    const change = (statement: string) => run(`${statement} WHERE product_id = ${productId}`);
    const newest = `WHERE batch_id = (SELECT max(id) FROM key_batch WHERE product_id = ${productId})`;
    await run(`UPDATE stock_batch SET available = available + 1 ${newest}`);
    expect(await check()).toEqual({
      products: 1,
      faults: [
        expect.stringMatching(/^batch \d+: 3\/0\/0 counted, 2\/0\/0 in the vault$/),
        expect.stringMatching(`^stock of product ${productId}: 2/.* counted, 3/.* in its batches$`),
      ],
    });
    await run(`UPDATE stock_batch SET available = available - 1 ${newest}`);
    await run('DELETE FROM unchecked_change');
    await change('UPDATE stock_sale_day SET sold = sold + 1');
    expect((await check()).faults).toEqual([
      expect.stringMatching(`^sales of product ${productId} on [\\d-]+: 2 counted, 1 delivered$`),
      expect.stringMatching(`^sales of product ${productId} in 7 and 30 days: 1/1 counted, 2/2 on its days$`),
    ]);
    await change('UPDATE stock_sale_day SET sold = sold - 1');
    await run('DELETE FROM unchecked_change');
    // A key that left the stock without a count: its time of change is older than the count.
    await run(`UPDATE product_key SET status = 'quarantined', changed_at = now() - interval '9 days'
      WHERE id = (SELECT min(id) FROM product_key WHERE product_id = ${productId} AND status = 'available')`);
    expect((await check()).faults).toEqual([
      expect.stringMatching(/^batch \d+: 2\/0\/0 counted, 1\/0\/1 in the vault$/),
    ]);
    await run(`UPDATE product_key SET status = 'available', changed_at = now()
      ${newest} AND status = 'quarantined'`);
    expect(await check()).toMatchObject({ faults: [] });
  });

  it('is undone while none of its keys was sold, and its keys can be imported again', async () => {
    const productId = await stockProduct(store.database, 3, 'UNDO');
    const batch = await batchOf(productId);
    const read = () => store.stock.levels.check({ isEverything: true });
    await read();
    expect((await change(batch.id, 'undo')).json()).toEqual({ moved: 3 });
    expect(await batchOf(productId)).toMatchObject({ available: 0, undoneBy: keeper.actor.name, sold: 0 });
    expect((await read()).faults).toEqual([]);
    expect((await change(batch.id, 'undo')).json()).toMatchObject({ code: 'changed-meanwhile' });
    const { rows } = await sql`SELECT FROM product_key WHERE batch_id = ${batch.id}`.execute(store.database);
    expect(rows).toHaveLength(0);
    const keys = [{ line: 1, value: `UNDO-${productId}-0` }];
    await store.payments.keys.importKeys([{ fileName: 'again', productId, supplier: 'x', costCents: 0, keys }]);
    expect(await countedBatchOf(productId)).toMatchObject({ available: 1 });
  });

  it('is not undone when a key is sold, held or was exported', async () => {
    const sold = await stockProduct(store.database, 2);
    await buyKeys(store, await createMember(store), sold);
    const { id } = await batchOf(sold);
    expect((await change(id, 'undo')).json()).toMatchObject({ code: 'batch-in-use' });
    expect(await countedBatchOf(sold)).toMatchObject({ available: 1, sold: 1, undoneAt: null });
    const exported = await stockProduct(store.database, 2);
    for await (const _key of store.payments.keys.exportKeys(owner.actor, { productId: exported }));
    expect((await change((await batchOf(exported)).id, 'undo')).json()).toMatchObject({ code: 'batch-in-use' });
  });

  it('is written off for good, except for what is sold', async () => {
    const productId = await stockProduct(store.database, 4);
    await buyKeys(store, await createMember(store), productId);
    const { id } = await batchOf(productId);
    expect((await change(id, 'write-off')).json()).toEqual({ moved: 3 });
    expect(await batchOf(productId)).toMatchObject({ available: 0, sold: 1, writtenOff: 3 });
    expect((await store.batches.get(id)).rate, 'a key that was written off was never delivered').toEqual({
      delivered: 1,
      claimed: 0,
    });
    expect((await change(id, 'write-off')).json()).toMatchObject({ code: 'changed-meanwhile' });
    expect((await change(id, 'undo')).json()).toMatchObject({ code: 'batch-in-use' });
    const stale = await signInOperator(store, 'stock', { secondFactor: 'stale' });
    expect((await change(id, 'write-off', stale)).json()).toMatchObject({ code: 'second-factor-stale' });
    expect(await faults()).toEqual([]);
  });

  it('sells none of its keys that come back after it was written off', async () => {
    await addCountry(store.database);
    const productId = await stockProduct(store.database, 5);
    const member = await createMember(store);
    const unopened = await buyKeys(store, member, productId);
    const claimed = await buyKeys(store, member, productId);
    const given = await buyKeys(store, member, productId);
    await claimKey(store, member, claimed.keyIds[0]);
    expect(await keyStatus(store, claimed.keyIds[0])).toBe('disputed');
    expect((await giveKey(store, member, given.keyIds[0])).status).toBe(201);
    const { body: held } = await pay(
      store,
      member,
      'epoint',
      await fillBasket(store, member, [{ id: productId, count: 1 }]),
    );
    const { id } = await batchOf(productId);
    expect((await change(id, 'write-off')).json()).toEqual({ moved: 1 });

    expect((await call(store, member, 'POST', `/api/v1/payment/${held.orderId}/cancel`)).status).toBe(204);
    for (const { orderId } of [unopened, claimed, given]) await store.payments.refunds.refund(OPERATOR, orderId);
    expect(await countKeys(store.database, productId)).toEqual(
      new Map([
        ['quarantined', 3],
        ['revoked', 2],
      ]),
    );
    expect(await store.payments.keys.moveKeys(OPERATOR, { batchId: id }, 'available', `batch ${id}`)).toBe(0);
    expect(await countedBatchOf(productId)).toMatchObject({ available: 0, quarantined: 3, writtenOff: 1 });
    const { available } = await store.database
      .selectFrom('product')
      .select('available')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
    expect(available).toBe(false);

    await change(id, 'quarantine');
    expect((await change(id, 'release')).json()).toEqual({ moved: 0 });
    await change(id, 'quarantine');
    expect((await change(id, 'write-off')).json()).toEqual({ moved: 3 });
    expect((await change(id, 'release')).json()).toMatchObject({ code: 'changed-meanwhile' });
    expect(await faults()).toEqual([]);
  });
});

it('is closed to roles without the permission', async () => {
  const support = await signInOperator(store, 'support');
  expect((await support.get('/api/v1/stock')).statusCode).toBe(403);
  const auditor = await signInOperator(store, 'auditor');
  expect((await auditor.get('/api/v1/stock')).statusCode).toBe(200);
  const refused = await auditor.call('PUT', `/api/v1/stock/${scarce}/threshold`, { threshold: 1 });
  expect(refused.statusCode).toBe(403);
});
