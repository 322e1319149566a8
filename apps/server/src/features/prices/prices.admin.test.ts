import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setFees } from '../../testing/test-finance.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { call, fillBasket, type Link } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createPriceChangesService } from './price-changes.service.ts';

interface Row {
  id: number;
  gameId: number;
  name: string;
  platform: string;
  priceCents: number;
  discountPriceCents: number;
  costCents: number | null;
  marginCents: number | null;
  shownCents: number;
  shownOldCents: number | null;
  version: number;
  planned: { id: number; isApplied: boolean } | null;
  after?: Row | null;
}

let store: TestStore;
let manager: TestOperator;
let ids: number[];
let workers: ReturnType<typeof createPriceChangesService>;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  manager = await signInOperator(store, 'manager');
  workers = createPriceChangesService(store.database);
  const rows = await store.database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('available', '=', true)
    .orderBy('id')
    .limit(40)
    .execute();
  ids = rows.map(({ id }) => id);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('price_change').execute();
  await store.database
    .updateTable('product')
    .set({ price_cents: 2000, price_with_discount_cents: 2000 })
    .where('id', 'in', ids)
    .execute();
});

const get = async <Body>(url: string): Promise<Body> => (await manager.get(url)).json();
const rowsOf = async (wanted: number[]) => (await get<{ items: Row[] }>(`/api/v1/prices/rows?ids=${wanted}`)).items;
const rowOf = async (id: number) => (await rowsOf([id]))[0] as Row;
const preview = (body: object) => manager.call('POST', '/api/v1/prices/preview', body);
const RULE = { target: 'discount', operation: 'percent', value: -1000, rounding: 'none', hasFloor: false };

interface Change {
  startsAt?: Date;
  endsAt?: Date;
  title?: string;
  isParallel?: boolean;
}
/** Sells these offers at a price, with the versions that they have now. */
async function change(wanted: number[], cents: number, { startsAt, endsAt, title = 'Sale', isParallel }: Change = {}) {
  const rows = await rowsOf(wanted);
  return send(
    rows.map(({ id, version, priceCents }) => ({
      productId: id,
      version,
      priceCents: Math.max(priceCents, cents),
      discountPriceCents: cents,
    })),
    { title, startsAt: startsAt ?? null, endsAt: endsAt ?? null },
    isParallel ?? false,
  );
}
const send = (items: object[], more: object = {}, isParallel = false) =>
  manager.call(
    'POST',
    '/api/v1/price-changes',
    { title: 'Sale', startsAt: null, endsAt: null, items, ...more },
    { isParallel },
  );
/** The contract with Epoint, the only one. */
const setFee = (fee: { currency: string; basisPoints: number; fixed: number }) =>
  setFees(store.database, [{ provider: 'epoint', isReturned: false, ...fee }]);
const undo = (id: number) => manager.call('POST', `/api/v1/price-changes/${id}/undo`);
const show = (id: number) =>
  get<{ status: string; conflicts: number; items: { productId: number; isRestored: boolean; isApplied: boolean }[] }>(
    `/api/v1/price-changes/${id}`,
  );
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
/** Moves the times of a change, as if the clock of the database were later. */
const pass = (id: number, minutes: number) =>
  sql`UPDATE price_change SET starts_at = starts_at - make_interval(mins => ${minutes}),
    ends_at = ends_at - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(store.database);
const runDue = async () => {
  while ((await workers.runDue()) > 0);
};
const begin = async (id: number) => {
  await sql`UPDATE price_change SET starts_at = now() - interval '1 second' WHERE id = ${id}`.execute(store.database);
  await runDue();
};
const end = async (id: number) => {
  await sql`UPDATE price_change SET starts_at = now() - interval '2 seconds', ends_at = now() - interval '1 second'
    WHERE id = ${id}`.execute(store.database);
  await runDue();
};
const priceOf = async (id: number) => (await rowOf(id)).discountPriceCents;

describe('the list of prices', () => {
  it('has the ids of all offers and the first rows in their order', async () => {
    const { ids: all, items } = await get<{ ids: number[]; items: Row[] }>('/api/v1/prices');
    expect(all.length).toBeGreaterThan(500);
    expect(new Set(all).size).toBe(all.length);
    expect(items.map(({ id }) => id)).toEqual(all.slice(0, 100));
    const names = items.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    const later = await rowsOf(all.slice(200, 203));
    expect(later.map(({ id }) => id)).toEqual(all.slice(200, 203));
  });

  it('is filtered by words, number, game, platform, discount and negative margin', async () => {
    const first = await rowOf(ids[0] as number);
    const list = async (query: string) => (await get<{ items: Row[] }>(`/api/v1/prices?${query}`)).items;
    expect((await list(`search=${first.id}`)).map(({ id }) => id)).toContain(first.id);
    const words = first.name.split(' ').reverse().join(' ');
    expect((await list(`search=${encodeURIComponent(words)}`)).map(({ id }) => id)).toContain(first.id);
    expect(await list(`search=${encodeURIComponent('100%_')}`)).toEqual([]);
    for (const row of await list(`gameId=${first.gameId}`)) expect(row.gameId).toBe(first.gameId);
    for (const row of await list(`platform=${first.platform}`)) expect(row.platform).toBe(first.platform);
    for (const row of await list('discount=yes')) expect(row.discountPriceCents).toBeLessThan(row.priceCents);
    for (const row of await list('discount=no')) expect(row.discountPriceCents).toBe(row.priceCents);
    await store.database.updateTable('key_batch').set({ cost_cents: 500 }).where('product_id', '=', first.id).execute();
    expect((await change([first.id], 499)).statusCode).toBe(200);
    const negative = await list('margin=negative');
    expect(negative.map(({ id }) => id)).toContain(first.id);
    for (const row of negative) expect(row.marginCents).toBeLessThan(0);
    const { ids: all } = await get<{ ids: number[] }>('/api/v1/prices');
    const rows: Row[] = [];
    for (let start = 0; start < all.length; start += 100) rows.push(...(await rowsOf(all.slice(start, start + 100))));
    const losing = rows.filter(({ marginCents }) => marginCents !== null && marginCents < 0);
    expect((await get<{ ids: number[] }>('/api/v1/prices?margin=negative')).ids).toEqual(losing.map(({ id }) => id));
  });

  it('finds the games to filter by: by words of the name, and by number', async () => {
    const { gameId } = await rowOf(ids[0] as number);
    const find = async (search: string) =>
      (
        await get<{ items: { id: number; name: string; offers: number }[] }>(
          `/api/v1/prices/games?search=${encodeURIComponent(search)}`,
        )
      ).items;
    const [game] = await find(String(gameId));
    expect(game).toMatchObject({ id: gameId });
    const words = (game?.name ?? '').toUpperCase().split(' ').reverse().join(' ');
    expect((await find(words)).map(({ id }) => id)).toContain(gameId);
    expect(await find('100%_')).toEqual([]);
    expect(await find('')).toHaveLength(20);
  });

  it('leaves out the cost of a batch that was undone', async () => {
    const product = ids[1] as number;
    const { costCents } = await rowOf(product);
    await store.database
      .insertInto('key_batch')
      .values({
        product_id: product,
        supplier: 'x',
        cost_cents: 1,
        key_count: 1,
        undone_at: new Date(),
        undone_by: 'x',
      })
      .execute();
    expect((await rowOf(product)).costCents).toBe(costCents);
  });

  it('shows what a customer sees, with the fee of the dearest provider in the margin', async () => {
    await setFee({ currency: 'AZN', basisPoints: 500, fixed: 0 });
    const row = await rowOf(ids[0] as number);
    expect(row.marginCents).toBe(2000 - (row.costCents ?? 0) - 100);
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${row.gameId}&pageSize=100`)).json();
    const seen = items.find(({ id }: Row) => id === row.id);
    expect(row.shownCents).toBe(seen.priceWithDiscount);
  });

  describe('with a fixed fee in manats, which customers do not see', () => {
    const cost = 1000;
    /** The price that the rule "set to 1.00, never below cost and fee" gives. */
    const floorOf = async (id: number) => {
      const answer = await preview({
        productIds: [id],
        rule: { ...RULE, operation: 'set', value: 100, hasFloor: true },
      });
      return answer.json().items[0].after?.discountPriceCents;
    };
    let product: number;
    let stored: Awaited<ReturnType<typeof listStoredRates>>;
    const listStoredRates = () => store.database.selectFrom('currency_rate').selectAll().execute();
    beforeEach(async () => {
      product = ids[2] as number;
      stored = await listStoredRates();
      await sql`UPDATE currency_rate SET rate = 1.7 WHERE currency = 'AZN'`.execute(store.database);
      await store.database
        .updateTable('key_batch')
        .set({ cost_cents: cost })
        .where('product_id', '=', product)
        .execute();
      await setFee({ currency: 'AZN', basisPoints: 0, fixed: 30 });
    });
    afterEach(async () => {
      await store.database.deleteFrom('currency_rate').execute();
      await store.database.insertInto('currency_rate').values(stored).execute();
    });

    it('counts it in floor, margin and the list of losses', async () => {
      expect(await floorOf(product)).toBe(cost + 18);
      await change([product], cost + 17);
      expect((await rowOf(product)).marginCents).toBe(-1);
      expect((await get<{ ids: number[] }>('/api/v1/prices?margin=negative')).ids).toContain(product);
      expect(await get('/api/v1/prices/terms')).toMatchObject({
        fees: [{ basisPoints: 0, fixed: 18 }],
        unratedCurrencies: [],
        currencies: [{ name: 'KZT' }, { name: 'RUB' }, { name: 'USD' }],
      });
    });

    it('names the currency while it has no rate, and calculates neither floor nor margin', async () => {
      await sql`DELETE FROM currency_rate WHERE currency = 'AZN'`.execute(store.database);
      expect(await get('/api/v1/prices/terms')).toMatchObject({ fees: null, unratedCurrencies: ['AZN'] });
      expect(await floorOf(product)).toBeUndefined();
      expect((await rowOf(product)).marginCents).toBeNull();
    });
  });
});

describe('a change of prices', () => {
  it('is previewed as a customer will see it and writes nothing', async () => {
    const answer = await preview({ productIds: ids.slice(0, 3), rule: RULE });
    expect(answer.statusCode, answer.body).toBe(200);
    for (const { shownCents, after } of answer.json().items) {
      expect([shownCents, after.shownCents, after.shownOldCents, after.shownPercent]).toEqual([2000, 1800, 2000, 10]);
    }
    const impossible = await preview({ productIds: [ids[0]], rule: { ...RULE, operation: 'add', value: -5000 } });
    expect(impossible.json().items[0].after).toBeNull();
    const pasted = await preview({ edits: [{ productId: ids[0], priceCents: 1500, discountPriceCents: 1200 }] });
    expect(pasted.json().items[0].after).toMatchObject({ shownCents: 1200, shownOldCents: 1500 });
    expect(await priceOf(ids[0] as number)).toBe(2000);
  });

  it('is applied as one, seen by customers at once, and undone as one', async () => {
    const answer = await change(ids, 1500);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'applied', products: ids.length, conflicts: 0 });
    const { gameId } = await rowOf(ids[0] as number);
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${gameId}&pageSize=100`)).json();
    expect(items.find(({ id }: Row) => id === ids[0])).toMatchObject({ priceWithDiscount: 1500 });
    const undone = await undo(answer.json().id);
    expect(undone.json()).toMatchObject({ status: 'undone', conflicts: 0 });
    for (const row of await rowsOf(ids)) expect([row.priceCents, row.discountPriceCents]).toEqual([2000, 2000]);
    const again = await undo(answer.json().id);
    expect([again.statusCode, again.json().code]).toEqual([409, 'changed-meanwhile']);
  });

  it('is refused whole when a colleague has changed one of the offers', async () => {
    const stale = (await rowsOf(ids.slice(0, 3))).map(({ id, version }) => ({
      productId: id,
      version,
      priceCents: 3000,
      discountPriceCents: 3000,
    }));
    await change([ids[1] as number], 1700);
    const answer = await send(stale);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'changed-meanwhile', current: { productIds: [ids[1]] } });
    expect(await priceOf(ids[0] as number)).toBe(2000);
    expect(await priceOf(ids[1] as number)).toBe(1700);
  });

  it('of two operators at the same moment is made once', async () => {
    const answers = await Promise.all([1500, 1600, 1700].map((cents) => change(ids, cents, { isParallel: true })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const prices = new Set((await rowsOf(ids)).map(({ discountPriceCents }) => discountPriceCents));
    expect(prices.size).toBe(1);
  });

  it('is undone only where nothing newer was written, also not by an import', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const { id } = (await change([first, second, third], 1500)).json();
    await change([first], 1400);
    await store.database.updateTable('product').set({ price_cents: 2500 }).where('id', '=', second).execute();
    const { items, conflicts } = (await undo(id)).json();
    expect(conflicts).toBe(2);
    expect(items.filter(({ isRestored }: { isRestored: boolean }) => isRestored)).toHaveLength(1);
    expect(await Promise.all([first, second, third].map(priceOf))).toEqual([1400, 1500, 2000]);
  });

  it.each([
    ['a discount above the price', { priceCents: 1000, discountPriceCents: 1001 }],
    ['a price of nothing', { priceCents: 0, discountPriceCents: 0 }],
    ['a broken price', { priceCents: 10.5, discountPriceCents: 10 }],
    ['a huge price', { priceCents: 1e12, discountPriceCents: 1e12 }],
  ])('with %s is refused', async (_, prices) => {
    const { id, version } = await rowOf(ids[0] as number);
    expect((await send([{ productId: id, version, ...prices }])).statusCode).toBe(400);
  });

  it('with an offer twice, an unknown offer or an end before its start is refused', async () => {
    const { id, version } = await rowOf(ids[0] as number);
    const item = { productId: id, version, priceCents: 900, discountPriceCents: 900 };
    expect((await send([item, item])).statusCode).toBe(400);
    expect((await send([item, { ...item, productId: 2_000_000_000 }])).statusCode).toBe(404);
    expect((await change([id], 900, { startsAt: inMinutes(10), endsAt: inMinutes(5) })).statusCode).toBe(400);
    expect((await change([id], 900, { endsAt: inMinutes(-5) })).statusCode).toBe(400);
    expect(await priceOf(id)).toBe(2000);
  });

  it('whose start and end are past is refused, and changes no price for a moment', async () => {
    const before = await rowOf(ids[0] as number);
    const answer = await change([before.id], 200, { startsAt: inMinutes(-120), endsAt: inMinutes(-60) });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'date-range-invalid', field: 'endsAt' }]);
    expect(await rowOf(before.id)).toEqual(before);
    expect((await get<{ items: object[] }>('/api/v1/price-changes')).items).toEqual([]);
  });
});

describe('a scheduled change', () => {
  it('is planned once when the request is repeated, also at the same time and after its start', async () => {
    const [productId] = ids as [number];
    const { version } = await rowOf(productId);
    const body = {
      title: 'Sale',
      startsAt: inMinutes(5),
      endsAt: null,
      items: [{ productId, version, priceCents: 2000, discountPriceCents: 900 }],
    };
    const plan = (key: string) =>
      manager.call('POST', '/api/v1/price-changes', body, { headers: { 'idempotency-key': key }, isParallel: true });
    const answers = await Promise.all(Array.from({ length: 4 }, () => plan('planned-sale-number-1')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const planned = await get<{ items: { id: number }[] }>('/api/v1/price-changes');
    expect(planned.items).toHaveLength(1);
    await begin(planned.items[0]?.id ?? 0);
    expect((await plan('planned-sale-number-1')).json()).toMatchObject({ ...planned.items[0], status: 'applied' });
    // Another key is another request, and the operator has not seen the new price.
    expect((await plan('planned-sale-number-2')).json().code).toBe('changed-meanwhile');
  });

  const some = () => ids.slice(0, 5);

  it('starts and ends by the clock of the database, each once with several workers', async () => {
    const { id, status } = (await change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    expect(status).toBe('scheduled');
    expect((await rowOf(ids[0] as number)).planned).toMatchObject({ id, isApplied: false });
    await runDue();
    expect(await priceOf(ids[0] as number)).toBe(2000);
    const { version } = await rowOf(ids[0] as number);
    for (const [expected, steps] of [
      [1500, version + 1],
      [2000, version + 2],
    ] as const) {
      await pass(id, 60);
      await Promise.all(Array.from({ length: 8 }, () => workers.runDue()));
      expect(await rowOf(ids[0] as number)).toMatchObject({ discountPriceCents: expected, version: steps });
    }
    const entries = await store.database
      .selectFrom('audit_entry')
      .select('action')
      .where('subject', '=', `price change ${id}`)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['prices schedule', 'prices start', 'prices end']);
  });

  it('stays applied when the clock goes back', async () => {
    const { id } = (await change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    await pass(id, 60);
    await runDue();
    await pass(id, -60);
    await runDue();
    expect(await priceOf(ids[0] as number)).toBe(1500);
    await pass(id, 120);
    await runDue();
    expect((await show(id)).status).toBe('ended');
    expect(await priceOf(ids[0] as number)).toBe(2000);
  });

  it('leaves alone what a colleague changed meanwhile, at its start and at its end', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const { id } = (
      await change([first, second, third], 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })
    ).json();
    await change([first], 1900);
    await pass(id, 60);
    await runDue();
    await change([second], 1300);
    await pass(id, 60);
    await runDue();
    expect(await Promise.all([first, second, third].map(priceOf))).toEqual([1900, 1300, 2000]);
    expect(await show(id)).toMatchObject({ status: 'ended', conflicts: 2 });
  });

  it('follows another one that ends when it starts', async () => {
    const { id: one } = (await change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    const { id: two } = (await change(some(), 1200, { startsAt: inMinutes(90), endsAt: inMinutes(150) })).json();
    await pass(one, 60);
    await pass(two, 60);
    await runDue();
    await sql`UPDATE price_change SET ends_at = now() - interval '1 second' WHERE id = ${one}`.execute(store.database);
    await sql`UPDATE price_change SET starts_at = now() - interval '1 second' WHERE id = ${two}`.execute(
      store.database,
    );
    await runDue();
    expect(await priceOf(ids[0] as number)).toBe(1200);
    await pass(two, 120);
    await runDue();
    expect(await priceOf(ids[0] as number)).toBe(2000);
  });

  it('follows another one that a second worker is still ending', async () => {
    const { id: one } = (await change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(90) })).json();
    const { id: two } = (await change(some(), 1200, { startsAt: inMinutes(90), endsAt: inMinutes(150) })).json();
    await pass(one, 60);
    await runDue();
    await pass(one, 31);
    await pass(two, 91);
    const count = async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(store.database);
      return rows[0]?.waiting;
    };
    const hold = await store.database.startTransaction().execute();
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(hold);
    // It has written the prices of before, and waits to record it.
    const first = workers.runDue();
    await expect.poll(count).toBe(1);
    let isOver = false;
    const second = workers.runDue().finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await count()) === 2).toBe(true);
    await hold.rollback().execute();
    await Promise.all([first, second]);
    await runDue();
    expect(await priceOf(ids[0] as number)).toBe(1200);
    expect(await show(two)).toMatchObject({ status: 'applied' });
  });

  describe('that overlaps with another one', () => {
    /** Two sales of the same offers, both in force. */
    async function overlap() {
      const { id: first } = (await change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await change(some(), 1200, { endsAt: inMinutes(60) })).json();
      return { first, second };
    }
    it('leaves the price of before both, when the earlier one ends first', async () => {
      const { first, second } = await overlap();
      await end(first);
      expect(await priceOf(ids[0] as number)).toBe(1200);
      await end(second);
      expect(await priceOf(ids[0] as number)).toBe(2000);
    });

    it('leaves the price of the earlier one until that ends, when the later one ends first', async () => {
      const { first, second } = await overlap();
      await end(second);
      expect(await priceOf(ids[0] as number)).toBe(1500);
      await end(first);
      expect(await priceOf(ids[0] as number)).toBe(2000);
    });

    it('leaves the price of before all, when the one in the middle is undone and all end at once', async () => {
      const { first, second } = await overlap();
      const { id: third } = (await change(some(), 1000, { endsAt: inMinutes(60) })).json();
      expect((await undo(second)).json()).toMatchObject({ status: 'undone', conflicts: some().length });
      expect(await priceOf(ids[0] as number)).toBe(1000);
      await sql`UPDATE price_change SET starts_at = now() - interval '2 seconds', ends_at = now() - interval '1 second'
        WHERE id IN (${first}, ${third})`.execute(store.database);
      await Promise.all(Array.from({ length: 4 }, () => workers.runDue()));
      await runDue();
      expect(await priceOf(ids[0] as number)).toBe(2000);
    });

    it('keeps a price that a colleague has set between the two', async () => {
      const { id: first } = (await change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const set = { price_with_discount_cents: 1800 };
      await store.database.updateTable('product').set(set).where('id', 'in', some()).execute();
      const { id: second } = (await change(some(), 1200, { endsAt: inMinutes(60) })).json();
      await end(first);
      await end(second);
      expect(await priceOf(ids[0] as number)).toBe(1800);
    });
  });

  describe('that was planned during another one', () => {
    const planned = { startsAt: inMinutes(90), endsAt: inMinutes(150) };

    it.each([
      ['ended', end],
      ['was undone', undo],
    ])('starts after that one %s, and so does the third', async (_, close) => {
      const { id: first } = (await change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await change(some(), 1200, planned)).json();
      const { id: third } = (await change(some(), 1000, planned)).json();
      await close(first);
      for (const [id, cents] of [
        [second, 1200],
        [third, 1000],
      ] as const) {
        await begin(id);
        expect(await priceOf(ids[0] as number)).toBe(cents);
        expect((await show(id)).items.every(({ isApplied }) => isApplied)).toBe(true);
        await close(id);
        expect(await show(id)).toMatchObject({ conflicts: 0 });
        expect(await priceOf(ids[0] as number)).toBe(2000);
      }
    });

    it('leaves alone what a colleague changed before that one ended', async () => {
      const { id: first } = (await change(some(), 1500, { endsAt: inMinutes(60) })).json();
      const { id: second } = (await change(some(), 1200, planned)).json();
      await change([ids[0] as number], 1800);
      await end(first);
      await begin(second);
      expect(await Promise.all(some().map(priceOf))).toEqual([1800, 1200, 1200, 1200, 1200]);
      await end(second);
      expect(await show(second)).toMatchObject({ conflicts: 1 });
      expect(await Promise.all(some().map(priceOf))).toEqual([1800, 2000, 2000, 2000, 2000]);
    });
  });

  it('and others of the same offer follow the rule, in any order of plans, starts, ends, undos and edits', async () => {
    const step = fc.record({
      kind: fc.constantFrom('plan', 'plan', 'sell', 'start', 'start', 'end', 'undo', 'edit', 'lasting'),
      pick: fc.nat({ max: 11 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        await store.database.deleteFrom('price_change').execute();
        const offer = createModel(ids[0] as number);
        await offer.edit();
        for (const { kind, pick } of steps) {
          await offer[kind](pick);
          expect(await offer.readPrice(), kind).toBe(offer.price());
        }
        await offer.endAll();
        expect(await offer.readPrice()).toBe(offer.price());
      }),
      { numRuns: 20 },
    );
  });

  it('that was missed whole changes nothing, and one that was cancelled never starts', async () => {
    const { id: missed } = (await change(some(), 1500, { startsAt: inMinutes(30), endsAt: inMinutes(40) })).json();
    const { id: cancelled } = (await change(some(), 1500, { startsAt: inMinutes(30) })).json();
    expect((await undo(cancelled)).json().status).toBe('cancelled');
    await pass(missed, 60);
    await pass(cancelled, 60);
    await runDue();
    expect([(await show(missed)).status, (await show(cancelled)).status]).toEqual(['missed', 'cancelled']);
    expect(await priceOf(ids[0] as number)).toBe(2000);
  });
});

it('a page that shows an old price is not paid: the buyer sees the new one first', async () => {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: ids[0] as number, count: 2 }]);
  await change([ids[0] as number], 1500);
  const pay = (total: number) =>
    call<Link & { code: string }>(store, member, 'POST', `/api/v1/payment/epoint/${basketId}?total=${total}`);
  expect((await pay(4000)).body.code).toBe('quote-expired');
  expect((await pay(3000)).status).not.toBe(409);
});

interface Sale {
  id: number;
  cents: number;
  /** The lasting price on which it was planned. */
  base: number;
  state: 'planned' | 'started' | 'over';
}

/** An offer of the store, and beside it the rule of ADR 022: sales in the order of their starts lie on a lasting price. */
function createModel(productId: number) {
  const actor = { kind: 'system', id: null, name: 'test' } as const;
  const full = 9_000;
  let edits = 0;
  let lasting = 0;
  let inForce: Sale[] = [];
  const sales: Sale[] = [];
  const read = () =>
    store.database
      .selectFrom('product')
      .select(['price_version', 'price_with_discount_cents'])
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
  /** After an edit sales have other prices than before it. Between two edits the same prices come again. */
  const centsOf = (pick: number) => 10 * edits + (pick % 3) + 1;
  const create = async (cents: number, times: { startsAt?: Date; endsAt?: Date }) => {
    const { price_version: version } = await read();
    const items = [{ productId, version, priceCents: full, discountPriceCents: cents }];
    return workers.create(actor, { title: 'Sale', startsAt: undefined, endsAt: undefined, ...times, items });
  };
  const pickOf = (pick: number, ...states: Sale['state'][]) => {
    const found = sales.filter(({ state }) => states.includes(state));
    return found[pick % found.length];
  };
  const setLasting = () => {
    edits += 1;
    lasting = 5_000 + edits;
    inForce = [];
  };
  const close = (sale: Sale) => {
    sale.state = 'over';
    inForce = inForce.filter((other) => other !== sale);
  };
  const model = {
    price: () => inForce.at(-1)?.cents ?? lasting,
    readPrice: async () => (await read()).price_with_discount_cents,
    async plan(pick: number) {
      const cents = centsOf(pick);
      const id = await create(cents, { startsAt: inMinutes(60), endsAt: inMinutes(120) });
      sales.push({ id, cents, base: lasting, state: 'planned' });
    },
    async sell(pick: number) {
      const cents = centsOf(pick);
      const id = await create(cents, { endsAt: inMinutes(120) });
      const sale: Sale = { id, cents, base: lasting, state: 'started' };
      sales.push(sale);
      inForce.push(sale);
    },
    async start(pick: number) {
      const sale = pickOf(pick, 'planned');
      if (!sale) return;
      await begin(sale.id);
      sale.state = 'started';
      if (sale.base === lasting) inForce.push(sale);
    },
    async end(pick: number) {
      const sale = pickOf(pick, 'started');
      if (!sale) return;
      await end(sale.id);
      close(sale);
    },
    async undo(pick: number) {
      const sale = pickOf(pick, 'planned', 'started');
      if (!sale) return;
      await workers.undo(actor, sale.id);
      close(sale);
    },
    /** As an import does it. */
    async edit() {
      setLasting();
      const set = { price_cents: full, price_with_discount_cents: lasting };
      await store.database.updateTable('product').set(set).where('id', '=', productId).execute();
    },
    /** As a colleague does it in the console. */
    async lasting() {
      setLasting();
      await create(lasting, {});
    },
    async endAll() {
      while (pickOf(0, 'started')) await model.end(0);
    },
  };
  return model;
}
