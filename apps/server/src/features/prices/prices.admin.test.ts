import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setFees } from '../../testing/test-finance.ts';
import { createMember } from '../../testing/test-member.ts';
import { inMinutes, openPrices, type PriceRow, type TestPrices } from '../../testing/test-prices.ts';
import { call, fillBasket, type Link } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let prices: TestPrices;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  prices = await openPrices(store);
});
afterAll(() => store.close());
beforeEach(() => prices.reset());

const RULE = { target: 'discount', operation: 'percent', value: -1000, rounding: 'none', hasFloor: false };
/** The contract with Epoint, the only one. */
const setFee = (fee: { currency: string; basisPoints: number; fixed: number }) =>
  setFees(store.database, [{ provider: 'epoint', isReturned: false, ...fee }]);

describe('the list of prices', () => {
  interface Page {
    ids: number[];
    items: PriceRow[];
    next: number | null;
    total: number | null;
  }
  const EVERY = 'limit=5000';
  /** The ids of all pages, as a grid reads them. */
  async function readPages(query: string, limit: number): Promise<number[]> {
    const ids: number[] = [];
    for (let after: number | null | undefined; after !== null; ) {
      const begin = after === undefined ? '' : `&after=${after}`;
      const page: Page = await prices.get(`/api/v1/prices?${query}&limit=${limit}${begin}`);
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      expect(page.items.map(({ id }) => id)).toEqual(page.ids.slice(0, 100));
      expect(page.total === null).toBe(after !== undefined || query !== '');
      ids.push(...page.ids);
      after = page.next;
    }
    return ids;
  }

  it('has the ids of all offers and the first rows in their order', async () => {
    const { ids: all, items, next, total } = await prices.get<Page>(`/api/v1/prices?${EVERY}`);
    expect(all.length).toBeGreaterThan(500);
    expect([next, total]).toEqual([null, all.length]);
    expect((await prices.get<Page>('/api/v1/prices')).ids).toEqual(all.slice(0, 500));
    expect(new Set(all).size).toBe(all.length);
    expect(items.map(({ id }) => id)).toEqual(all.slice(0, 100));
    const names = items.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    const later = await prices.rowsOf(all.slice(200, 203));
    expect(later.map(({ id }) => id)).toEqual(all.slice(200, 203));
  });

  it('is read in pages that have every offer once, with and without a filter', async () => {
    const { platform } = await prices.rowOf(prices.ids[0] as number);
    for (const filter of ['', `platform=${platform}`, 'search=e', 'discount=yes', 'offered=yes', 'margin=negative']) {
      const { ids: whole } = await prices.get<Page>(`/api/v1/prices?${filter}&${EVERY}`);
      const limit = Math.max(1, Math.ceil(whole.length / 3));
      expect(await readPages(filter, limit), filter).toEqual(whole);
    }
    expect(await readPages(`search=${encodeURIComponent('no such offer')}`, 10)).toEqual([]);
  });

  it('is filtered by words, number, game, platform, discount and negative margin', async () => {
    const first = await prices.rowOf(prices.ids[0] as number);
    const list = async (query: string) => (await prices.get<{ items: PriceRow[] }>(`/api/v1/prices?${query}`)).items;
    expect((await list(`search=${first.id}`)).map(({ id }) => id)).toContain(first.id);
    const words = first.name.split(' ').reverse().join(' ');
    expect((await list(`search=${encodeURIComponent(words)}`)).map(({ id }) => id)).toContain(first.id);
    expect(await list(`search=${encodeURIComponent('100%_')}`)).toEqual([]);
    for (const row of await list(`gameId=${first.gameId}`)) expect(row.gameId).toBe(first.gameId);
    for (const row of await list(`platform=${first.platform}`)) expect(row.platform).toBe(first.platform);
    for (const row of await list('discount=yes')) expect(row.discountPriceCents).toBeLessThan(row.priceCents);
    for (const row of await list('discount=no')) expect(row.discountPriceCents).toBe(row.priceCents);
    await store.database.updateTable('key_batch').set({ cost_cents: 500 }).where('product_id', '=', first.id).execute();
    expect((await prices.change([first.id], 499)).statusCode).toBe(200);
    const negative = await list('margin=negative');
    expect(negative.map(({ id }) => id)).toContain(first.id);
    for (const row of negative) expect(row.marginCents).toBeLessThan(0);
    const { ids: all } = await prices.get<{ ids: number[] }>(`/api/v1/prices?${EVERY}`);
    const rows: PriceRow[] = [];
    for (let start = 0; start < all.length; start += 100)
      rows.push(...(await prices.rowsOf(all.slice(start, start + 100))));
    const losing = rows.filter(({ marginCents }) => marginCents !== null && marginCents < 0);
    expect((await prices.get<{ ids: number[] }>('/api/v1/prices?margin=negative')).ids).toEqual(
      losing.map(({ id }) => id),
    );
  });

  it('finds the games to filter by: by words of the name, and by number', async () => {
    const { gameId } = await prices.rowOf(prices.ids[0] as number);
    const find = async (search: string) =>
      (
        await prices.get<{ items: { id: number; name: string; offers: number }[] }>(
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
    const product = prices.ids[1] as number;
    const { costCents } = await prices.rowOf(product);
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
    expect((await prices.rowOf(product)).costCents).toBe(costCents);
  });

  it('shows what a customer sees, with the fee of the dearest provider in the margin', async () => {
    await setFee({ currency: 'AZN', basisPoints: 500, fixed: 0 });
    const row = await prices.rowOf(prices.ids[0] as number);
    expect(row.marginCents).toBe(2000 - (row.costCents ?? 0) - 100);
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${row.gameId}&pageSize=100`)).json();
    const seen = items.find(({ id }: PriceRow) => id === row.id);
    expect(row.shownCents).toBe(seen.priceWithDiscount);
  });

  describe('with a fixed fee in manats, which customers do not see', () => {
    const cost = 1000;
    /** The price that the rule "set to 1.00, never below cost and fee" gives. */
    const floorOf = async (id: number) => {
      const answer = await prices.preview({
        productIds: [id],
        rule: { ...RULE, operation: 'set', value: 100, hasFloor: true },
      });
      return answer.json().items[0].after?.discountPriceCents;
    };
    let product: number;
    let stored: Awaited<ReturnType<typeof listStoredRates>>;
    const listStoredRates = () => store.database.selectFrom('currency_rate').selectAll().execute();
    beforeEach(async () => {
      product = prices.ids[2] as number;
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
      await prices.change([product], cost + 17);
      expect((await prices.rowOf(product)).marginCents).toBe(-1);
      expect((await prices.get<{ ids: number[] }>('/api/v1/prices?margin=negative')).ids).toContain(product);
      expect(await prices.get('/api/v1/prices/terms')).toMatchObject({
        fees: [{ basisPoints: 0, fixed: 18 }],
        unratedCurrencies: [],
        currencies: [{ name: 'KZT' }, { name: 'RUB' }, { name: 'USD' }],
      });
    });

    it('names the currency while it has no rate, and calculates neither floor nor margin', async () => {
      await sql`DELETE FROM currency_rate WHERE currency = 'AZN'`.execute(store.database);
      expect(await prices.get('/api/v1/prices/terms')).toMatchObject({ fees: null, unratedCurrencies: ['AZN'] });
      expect(await floorOf(product)).toBeUndefined();
      expect((await prices.rowOf(product)).marginCents).toBeNull();
    });
  });
});

describe('a change of prices', () => {
  it('is previewed as a customer will see it and writes nothing', async () => {
    const answer = await prices.preview({ productIds: prices.ids.slice(0, 3), rule: RULE });
    expect(answer.statusCode, answer.body).toBe(200);
    for (const { shownCents, after } of answer.json().items) {
      expect([shownCents, after.shownCents, after.shownOldCents, after.shownPercent]).toEqual([2000, 1800, 2000, 10]);
    }
    const impossible = await prices.preview({
      productIds: [prices.ids[0]],
      rule: { ...RULE, operation: 'add', value: -5000 },
    });
    expect(impossible.json().items[0].after).toBeNull();
    const pasted = await prices.preview({
      edits: [{ productId: prices.ids[0], priceCents: 1500, discountPriceCents: 1200 }],
    });
    expect(pasted.json().items[0].after).toMatchObject({ shownCents: 1200, shownOldCents: 1500 });
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
  });

  it('is applied as one, seen by customers at once, and undone as one', async () => {
    const answer = await prices.change(prices.ids, 1500);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'applied', products: prices.ids.length, conflicts: 0 });
    const { gameId } = await prices.rowOf(prices.ids[0] as number);
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${gameId}&pageSize=100`)).json();
    expect(items.find(({ id }: PriceRow) => id === prices.ids[0])).toMatchObject({ priceWithDiscount: 1500 });
    const undone = await prices.undo(answer.json().id);
    expect(undone.json()).toMatchObject({ status: 'undone', conflicts: 0 });
    for (const row of await prices.rowsOf(prices.ids))
      expect([row.priceCents, row.discountPriceCents]).toEqual([2000, 2000]);
    const again = await prices.undo(answer.json().id);
    expect([again.statusCode, again.json().code]).toEqual([409, 'changed-meanwhile']);
  });

  it('is refused whole when a colleague has changed one of the offers', async () => {
    const stale = (await prices.rowsOf(prices.ids.slice(0, 3))).map(({ id, version }) => ({
      productId: id,
      version,
      priceCents: 3000,
      discountPriceCents: 3000,
    }));
    await prices.change([prices.ids[1] as number], 1700);
    const answer = await prices.send(stale);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'changed-meanwhile', current: { productIds: [prices.ids[1]] } });
    expect(await prices.priceOf(prices.ids[0] as number)).toBe(2000);
    expect(await prices.priceOf(prices.ids[1] as number)).toBe(1700);
  });

  it('of one price leaves the other one to a colleague who changed it meanwhile', async () => {
    const [product = 0, cheaper = 0] = prices.ids;
    await prices.change([product], 1600);
    const { items } = (
      await prices.preview({
        edits: [
          { productId: product, priceCents: 2500 },
          { productId: cheaper, discountPriceCents: 1200 },
        ],
      })
    ).json();
    expect(items.map(({ after }: PriceRow) => [after?.priceCents, after?.discountPriceCents])).toEqual([
      [2500, 1600],
      [2000, 1200],
    ]);
  });

  it('of two operators at the same moment is made once', async () => {
    const answers = await Promise.all(
      [1500, 1600, 1700].map((cents) => prices.change(prices.ids, cents, { isParallel: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const charged = new Set((await prices.rowsOf(prices.ids)).map(({ discountPriceCents }) => discountPriceCents));
    expect(charged.size).toBe(1);
  });

  it('is undone only where nothing newer was written, also not by an import', async () => {
    const [first = 0, second = 0, third = 0] = prices.ids;
    const { id } = (await prices.change([first, second, third], 1500)).json();
    await prices.change([first], 1400);
    await store.database.updateTable('product').set({ price_cents: 2500 }).where('id', '=', second).execute();
    const { items, conflicts } = (await prices.undo(id)).json();
    expect(conflicts).toBe(2);
    expect(items.filter(({ isRestored }: { isRestored: boolean }) => isRestored)).toHaveLength(1);
    expect(await Promise.all([first, second, third].map(prices.priceOf))).toEqual([1400, 1500, 2000]);
  });

  it.each([
    ['a discount above the price', { priceCents: 1000, discountPriceCents: 1001 }],
    ['a price of nothing', { priceCents: 0, discountPriceCents: 0 }],
    ['a broken price', { priceCents: 10.5, discountPriceCents: 10 }],
    ['a huge price', { priceCents: 1e12, discountPriceCents: 1e12 }],
  ])('with %s is refused', async (_, wrong) => {
    const { id, version } = await prices.rowOf(prices.ids[0] as number);
    expect((await prices.send([{ productId: id, version, ...wrong }])).statusCode).toBe(400);
  });

  it('with an offer twice, an unknown offer or an end before its start is refused', async () => {
    const { id, version } = await prices.rowOf(prices.ids[0] as number);
    const item = { productId: id, version, priceCents: 900, discountPriceCents: 900 };
    expect((await prices.send([item, item])).statusCode).toBe(400);
    expect((await prices.send([item, { ...item, productId: 2_000_000_000 }])).statusCode).toBe(404);
    expect((await prices.change([id], 900, { startsAt: inMinutes(10), endsAt: inMinutes(5) })).statusCode).toBe(400);
    expect((await prices.change([id], 900, { endsAt: inMinutes(-5) })).statusCode).toBe(400);
    expect(await prices.priceOf(id)).toBe(2000);
  });

  it('whose start and end are past is refused, and changes no price for a moment', async () => {
    const before = await prices.rowOf(prices.ids[0] as number);
    const answer = await prices.change([before.id], 200, { startsAt: inMinutes(-120), endsAt: inMinutes(-60) });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'date-range-invalid', field: 'endsAt' }]);
    expect(await prices.rowOf(before.id)).toEqual(before);
    expect((await prices.get<{ items: object[] }>('/api/v1/price-changes')).items).toEqual([]);
  });
});

it('a page that shows an old price is not paid: the buyer sees the new one first', async () => {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: prices.ids[0] as number, count: 2 }]);
  await prices.change([prices.ids[0] as number], 1500);
  const pay = (total: number) =>
    call<Link & { code: string }>(store, member, 'POST', `/api/v1/payment/epoint/${basketId}?total=${total}`);
  expect((await pay(4000)).body.code).toBe('quote-expired');
  expect((await pay(3000)).status).not.toBe(409);
});
