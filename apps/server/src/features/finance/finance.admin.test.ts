import { parseAmount } from '@oyna/domain/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRandomSales } from '../../testing/random-sales.ts';
import { bookEverything } from '../../testing/test-finance.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** The report of sales and its file, as an operator reads them. */

const AMOUNTS = ['sales', 'refunds', 'fees', 'cost', 'margin'] as const;
type Row = Record<(typeof AMOUNTS)[number], string> & { key: string; name: string; currency: string; sold: number };
interface Report {
  from: string;
  to: string;
  items: Row[];
  totals: Row[];
}

interface Day {
  day: string;
  provider: string;
  product_id: number;
  currency: string;
  sold: number;
  sales: number;
}
type Group = Pick<Day, 'currency' | 'sold' | 'sales'> & { key: string };
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

let store: TestStore;
let finance: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  await writeRandomSales(store.database, 300);
  await bookEverything(store.database);
  finance = await signInOperator(store, 'finance');
});
afterAll(() => store.close());

const ALL = 'from=2000-01-01&to=2100-01-01';
const read = async (query: string) => {
  const answer = await finance.get(`/api/v1/finance/sales?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as Report;
};
const sumsOf = (rows: Row[]) => {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? [0, 0, 0, 0, 0, 0];
    const amounts = [row.sold, ...AMOUNTS.map((name) => parseAmount(row[name]) ?? Number.NaN)];
    sums.set(
      row.currency,
      sum.map((value, index) => value + (amounts[index] ?? Number.NaN)),
    );
  }
  return Object.fromEntries([...sums].toSorted());
};

describe('the report of sales', () => {
  it.each(['day', 'provider', 'product'])('by %s adds up to its totals, and the margin is what is left', async (by) => {
    const { items, totals } = await read(`by=${by}&${ALL}`);
    expect(items.length).toBeGreaterThan(1);
    expect(sumsOf(items)).toEqual(sumsOf(totals));
    for (const [sold, sales = 0, refunds = 0, fees = 0, cost = 0, margin] of Object.values(sumsOf(items))) {
      expect(sold).toBeGreaterThan(0);
      expect(margin).toBe(sales - refunds - fees - cost);
    }
  });

  it.each([
    ['day', (row: Day) => row.day, (a: Group, b: Group) => -compare(a.key, b.key) || compare(a.currency, b.currency)],
    ['provider', (row: Day) => row.provider, (a: Group, b: Group) => compare(a.key, b.key)],
    [
      'product',
      (row: Day) => String(row.product_id),
      (a: Group, b: Group) => compare(a.currency, b.currency) || b.sales - a.sales || compare(a.key, b.key),
    ],
  ])('by %s has the sums of the days in their order', async (by, keyOf, order) => {
    const { rows } = await sql<Day>`SELECT * FROM sales_day WHERE day >= '2026-02-01'`.execute(store.database);
    const groups = new Map<string, Group>();
    for (const row of rows) {
      const key = `${keyOf(row)} ${row.currency}`;
      const group = groups.get(key) ?? { key: keyOf(row), currency: row.currency, sold: 0, sales: 0 };
      groups.set(key, { ...group, sold: group.sold + row.sold, sales: group.sales + row.sales });
    }
    const { items } = await read(`by=${by}&from=2026-02-01&to=2100-01-01`);
    const shown = items.map(({ key, currency, sold, sales }) => ({ key, currency, sold, sales: parseAmount(sales) }));
    expect(shown).toEqual([...groups.values()].toSorted(order));
  });

  it('names the product of a row', async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      INSERT INTO sales_day (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
      SELECT '2019-01-01', 'epoint', id, 'AZN', 1, 100, 0, 0, 0, 0 FROM product ORDER BY id LIMIT 1
      RETURNING product_id AS id, (SELECT name FROM product WHERE id = product_id) AS name`.execute(store.database);
    const { items } = await read('by=product&from=2019-01-01&to=2019-01-01');
    expect(items).toMatchObject(rows.map(({ id, name }) => ({ key: String(id), name })));
    expect(items).toHaveLength(1);
  });

  it('is the same money by day and by provider', async () => {
    const [days, providers] = await Promise.all([read(`by=day&${ALL}`), read(`by=provider&${ALL}`)]);
    expect(sumsOf(days.items)).toEqual(sumsOf(providers.items));
  });

  it('is narrowed by provider and currency', async () => {
    const [first] = (await read(`by=provider&${ALL}`)).items;
    const { items } = await read(`by=provider&${ALL}&provider=${first?.key}&currency=${first?.currency}`);
    expect(items).toEqual([first]);
  });

  it('is a file with the same rows, in the form of the language of the operator', async () => {
    const { items } = await read(`by=provider&${ALL}`);
    const answer = await finance.get(`/api/v1/finance/sales.csv?by=provider&${ALL}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="sales-[\d-]+\.csv"$/);
    const [head, ...rows] = answer.body.replace('\u{feff}', '').trim().split('\r\n');
    expect(head).toBe(['provider', 'currency', 'sold', ...AMOUNTS].join(','));
    expect(rows).toEqual(
      items.map((item) => [item.key, item.currency, item.sold, ...AMOUNTS.map((name) => item[name])].join(',')),
    );
  });

  it('has every row in the file, also when the screen shows the first ones only', async () => {
    await sql`INSERT INTO sales_day (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
      SELECT '2020-01-01', 'epoint', product, 'AZN', 1, 100, 0, 0, 0, 0
      FROM generate_series(1000001, 1002001) AS product`.execute(store.database);
    const query = 'by=product&from=2020-01-01&to=2020-01-01';
    const answer = await finance.get(`/api/v1/finance/sales.csv?${query}`);
    expect(answer.body.trim().split('\r\n')).toHaveLength(2_002);
    const { items, isCut, totals } = (await finance.get(`/api/v1/finance/sales?${query}`)).json();
    expect([items.length, isCut]).toEqual([2_000, true]);
    expect(totals).toMatchObject([{ currency: 'AZN', sold: 2_001, sales: '2001.00' }]);
  });

  it.each([
    ['an end before its beginning', 'from=2026-02-02&to=2026-02-01'],
    ['a day that does not exist', 'from=2026-02-30'],
    ['an unknown grouping', 'by=weather'],
  ])('with %s is refused', async (_case, query) => {
    for (const path of ['sales', 'sales.csv']) {
      expect((await finance.get(`/api/v1/finance/${path}?${query}`)).statusCode).toBe(400);
    }
  });

  it('is not for support', async () => {
    const support = await signInOperator(store, 'support');
    for (const path of ['sales', 'sales.csv']) {
      const answer = await support.get(`/api/v1/finance/${path}?${ALL}`);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'permission-missing' });
    }
  });
});
