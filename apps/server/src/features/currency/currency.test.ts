import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENTLY } from '../../testing/eventually.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { acceptRates, compareRates, describeRates, parseAcceptedRates } from './currency.commands.ts';
import { currencyRefreshJob } from './currency.jobs.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['currency_rate', 'currency_rate_history'] as const) {
    await store.database.deleteFrom(table).execute();
  }
  store.cache.clear();
  await turn({ fail: false, garbage: false, empty: false, usd: null });
});

interface Listed {
  name: string;
  amount: number;
  stale: boolean;
  updatedAt: string | null;
}

async function list(): Promise<Listed[]> {
  const answer = await store.server.inject('/api/v1/currency');
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const amounts = async () => Object.fromEntries((await list()).map(({ name, amount }) => [name, amount]));
const stale = async () => Object.fromEntries((await list()).map((currency) => [currency.name, currency.stale]));
const audited = () => store.database.selectFrom('audit_entry').selectAll().orderBy('id').execute();
const history = () => store.database.selectFrom('currency_rate_history').selectAll().orderBy('id').execute();

/** Changes the behaviour of the sandbox bank over HTTP. */
async function turn(behaviour: object): Promise<void> {
  const answer = await fetch(`${store.sandboxUrl}/national-bank/behaviour`, {
    method: 'POST',
    body: JSON.stringify(behaviour),
  });
  expect(answer.status).toBe(200);
}

it('lists USD at rate 1 before anything is known', async () => {
  expect(await list()).toEqual([
    { name: 'USD', amount: 1, symbol: '$', index: 2, source: 'base', updatedAt: null, stale: false },
  ]);
  expect(await store.currency.hasRates()).toBe(false);
});

describe('after a refresh from the bank', () => {
  beforeEach(async () => {
    await turn({ usd: 500 });
    await store.currency.refresh();
    await expect.poll(list, PATIENTLY).toHaveLength(3);
  });

  it('lists KZT, RUB and USD with every field of the spec', async () => {
    const common = {
      source: 'national-bank',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      stale: false,
    };
    expect(await list()).toEqual([
      { name: 'KZT', amount: 500, symbol: '₸', index: 0, ...common },
      { name: 'RUB', amount: expect.any(Number), symbol: '₽', index: 1, ...common },
      { name: 'USD', amount: 1, symbol: '$', index: 2, ...common },
    ]);
    // Some 6.2 tenge for a rouble, so about 80 roubles for a dollar.
    expect((await amounts())['RUB']).toBeGreaterThan(70);
    expect((await amounts())['RUB']).toBeLessThan(90);
    expect(await store.currency.hasRates()).toBe(true);
  });

  it('holds AZN with its source and day, and does not list it', async () => {
    const azn = await store.database
      .selectFrom('currency_rate')
      .selectAll()
      .where('currency', '=', 'AZN')
      .executeTakeFirst();
    expect(azn).toMatchObject({
      source: 'national-bank',
      source_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      stale: false,
    });
    expect(Number(azn?.rate)).toBeGreaterThan(1);
    expect((await list()).map(({ name }) => name)).toEqual(['KZT', 'RUB', 'USD']);
  });

  it('writes every rate into the history, and keeps what was there', async () => {
    expect((await history()).map(({ currency }) => currency).toSorted()).toEqual(['AZN', 'KZT', 'RUB', 'USD']);
    await turn({ usd: 510 });
    await store.currency.refresh();
    const tenge = (await history()).filter(({ currency }) => currency === 'KZT');
    expect(tenge.map(({ rate }) => Number(rate))).toEqual([500, 510]);
    expect(tenge[0]).toMatchObject({ source: 'national-bank', fetched_at: expect.any(Date) });
  });

  it.each([
    ['answers 500', { fail: true }],
    ['answers rubbish', { garbage: true }],
    ['has no data', { empty: true }],
    ['names an impossible rate', { usd: 0 }],
    ['names a rate out of all range', { usd: 5000 }],
  ])(
    'keeps the last good rates, marked stale, when the bank %s, and unmarks them when it is well again',
    async (_, behaviour) => {
      const before = await amounts();
      const written = (await history()).length;
      await turn(behaviour);
      await expect(store.currency.refresh()).rejects.toThrow();
      await expect.poll(stale, PATIENTLY).toEqual({ KZT: true, RUB: true, USD: false });
      expect(await amounts()).toEqual(before);
      expect(await history()).toHaveLength(written);

      await turn({ fail: false, garbage: false, empty: false, usd: 505 });
      await store.currency.refresh();
      await expect.poll(stale, PATIENTLY).toEqual({ KZT: false, RUB: false, USD: false });
      expect((await amounts())['KZT']).toBe(505);
    },
  );

  it('keeps the time of the last good rates while they are stale', async () => {
    const [before] = await list();
    await turn({ fail: true });
    await expect(store.currency.refresh()).rejects.toThrow();
    await expect.poll(stale, PATIENTLY).toMatchObject({ KZT: true });
    expect((await list())[0]?.updatedAt).toBe(before?.updatedAt);
  });

  it.each([
    [599, 601],
    [401, 399],
  ])('takes a jump from 500 to %i, and refuses one to %i, which is more than a fifth', async (allowed, refused) => {
    await turn({ usd: refused });
    await expect(store.currency.refresh()).rejects.toThrow(/jumped/);
    await expect.poll(stale, PATIENTLY).toMatchObject({ KZT: true });
    expect((await amounts())['KZT']).toBe(500);
    await turn({ usd: allowed });
    await store.currency.refresh();
    await expect.poll(amounts, PATIENTLY).toMatchObject({ KZT: allowed });
    expect(await stale()).toMatchObject({ KZT: false });
  });

  it('accepts a jump that an operator confirmed, records it, and continues from there', async () => {
    const accept = (...words: string[]) => acceptRates(store.currency, parseAcceptedRates(words));
    await expect(accept('KZT=500')).rejects.toThrow('No rate has jumped');
    await turn({ usd: 650 });
    await expect(store.currency.refresh()).rejects.toThrow(/jumped/);
    const lines = describeRates(await compareRates(store.currency));
    expect(lines[0]).toMatch(/^KZT {2}500\.00000000 since \S+Z, STALE {2}now 650\.00000000 {2}JUMPED$/);
    const words = (lines.at(-1) ?? '').split('rates accept ')[1]?.split(' ') ?? [];
    expect(words.map((word) => word.split('=')[0])).toEqual(['KZT', 'RUB', 'AZN']);

    await expect(accept('KZT=650')).rejects.toThrow('RUB and AZN jumped, too');
    await turn({ usd: 651 });
    await expect(accept(...words)).rejects.toThrow('national-bank says KZT 651.00000000 now, not 650.00000000');
    expect((await history()).filter(({ currency }) => currency === 'KZT')).toHaveLength(1);
    expect(await audited()).toEqual([]);

    await turn({ usd: 650 });
    expect(await accept(...words)).toMatch(/^The store prices by KZT 650\.00000000, RUB /);
    await expect.poll(amounts, PATIENTLY).toMatchObject({ KZT: 650 });
    expect(await stale()).toMatchObject({ KZT: false });
    expect(await audited()).toMatchObject([
      { action: 'rates accept', details: { from: { KZT: '500.00000000' }, to: { KZT: '650.00000000' } } },
    ]);
    await turn({ usd: 660 });
    await store.currency.refresh();
    await expect.poll(amounts, PATIENTLY).toMatchObject({ KZT: 660 });
  });

  it('accepts no impossible rate, also from an operator', async () => {
    await turn({ usd: 5000 });
    await expect(acceptRates(store.currency, parseAcceptedRates(['KZT=5000']))).rejects.toThrow(/outside 100 to 1000/);
    expect((await amounts())['KZT']).toBe(500);
  });

  it.each([['KZT'], ['USD=1'], ['KZT=1=2'], ['KZT=-1'], ['KZT=lots']])('refuses %j as an accepted rate', (...words) => {
    expect(() => parseAcceptedRates(words)).toThrow(/as KZT=612\.5/);
  });

  it('is renewed by the job of the worker, which throws its faults', async () => {
    const job = currencyRefreshJob(store.currency);
    expect(job.cron).toBe('*/20 * * * *');
    await turn({ usd: 520 });
    await job.run();
    await expect.poll(amounts, PATIENTLY).toMatchObject({ KZT: 520 });
    await turn({ fail: true });
    await expect(job.run()).rejects.toThrow(/500/);
  });

  it('may be renewed by two workers at once', async () => {
    await turn({ usd: 530 });
    await Promise.all([store.currency.refresh(), store.currency.refresh()]);
    await expect.poll(amounts, PATIENTLY).toMatchObject({ KZT: 530 });
    expect(await store.database.selectFrom('currency_rate').select('currency').execute()).toHaveLength(4);
  });
});

it('has nothing to mark stale when the bank never answered', async () => {
  await turn({ fail: true });
  await expect(store.currency.refresh()).rejects.toThrow();
  expect(await amounts()).toEqual({ USD: 1 });
});
