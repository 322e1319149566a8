import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createDemandService } from './demand.service.ts';
import { createViewsService } from './views.service.ts';

let store: TestStore;
let games: { id: number; product: number }[];
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE });
  games = await store.database
    .selectFrom('product')
    .select((query) => [query.ref('game_id').as('id'), query.fn.min('id').as('product')])
    .groupBy('game_id')
    .orderBy('game_id')
    .execute();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('game_view').execute();
  await store.database.deleteFrom('sales_day').execute();
});

const DAY = '2026-03-01';
const dayAfter = (days: number) => new Date(Date.parse(DAY) + days * 86_400_000).toISOString().slice(0, 10);
const refresh = (days = 0) => createDemandService(store.database).refresh(dayAfter(days));

async function sell(product: number, sold: number, changes: { days?: number; sales?: number; refunds?: number } = {}) {
  const { days = 0, ...amounts } = changes;
  const nothing = { sales: 0, refunds: 0, fees: 0, cost: 0, cost_cents: 0 };
  const row = { day: dayAfter(days), provider: 'test', product_id: product, currency: 'KZT', sold };
  await store.database
    .insertInto('sales_day')
    .values({ ...row, ...nothing, ...amounts })
    .execute();
}

async function view(game: number, views: number): Promise<void> {
  await store.database.insertInto('game_view').values({ game_id: game, day: DAY, views }).execute();
}

async function demandOf(game: number): Promise<number> {
  const row = await store.database.selectFrom('game').select('demand').where('id', '=', game).executeTakeFirstOrThrow();
  return row.demand;
}

async function listPopular(): Promise<number[]> {
  const { items } = (await store.server.inject({ url: '/api/v1/game?orderby=popular' })).json();
  return items.map(({ id }: { id: number }) => id);
}

describe('the demand for a game', () => {
  it('makes a sold game rise in the lists and lets it fall again', async () => {
    await refresh();
    await store.database.updateTable('game').set({ popularity: 50 }).execute();
    const [, second] = games;
    if (!second) throw new Error('the sample has one game');
    const before = await listPopular();
    expect(before[0]).not.toBe(second.id);
    await sell(second.product, 10);
    await refresh();
    expect(await demandOf(second.id)).toBe(50);
    // The store learns of a change by a notification.
    await eventually(async () => expect((await listPopular())[0]).toBe(second.id));
    const products = await store.database
      .selectFrom('product')
      .select('demand')
      .where('game_id', '=', second.id)
      .execute();
    expect(new Set(products.map(({ demand }) => demand))).toEqual(new Set([50]));
    await refresh(60);
    expect(await demandOf(second.id)).toBe(0);
    await eventually(async () => expect(await listPopular()).toEqual(before));
  });

  it('does not count sales that were refunded, at once or later', async () => {
    const [first, second] = games;
    if (!first || !second) throw new Error('the sample has one game');
    await sell(first.product, 10, { sales: 50_000, refunds: 25_000 });
    // The refund of a sale that is too old to count.
    await sell(second.product, 0, { refunds: 50_000 });
    await refresh();
    expect([await demandOf(first.id), await demandOf(second.id)]).toEqual([33, 0]);
    await sell(first.product, 0, { days: 2, refunds: 25_000 });
    await refresh(2);
    expect(await demandOf(first.id)).toBe(0);
  });

  it('loses half of its points every seven days', async () => {
    const game = games[0]?.id ?? 0;
    await view(game, 600);
    const shares = [];
    for (const days of [0, 7, 14, 21]) {
      await refresh(days);
      shares.push(await demandOf(game));
    }
    // 600, 300, 150 and 75 points: 100 p / (200 + p).
    expect(shares).toEqual([75, 60, 43, 27]);
  });

  it('never grows with time, never falls with sales, and is between 0 and 100', async () => {
    const { id, product } = games[0] ?? { id: 0, product: 0 };
    const counts = fc.integer({ min: 1, max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(counts, counts, fc.nat(60), fc.nat(60), async (views, sold, one, other) => {
        await store.database.deleteFrom('game_view').execute();
        await store.database.deleteFrom('sales_day').execute();
        const at = async (days: number) => {
          const { rows } = await sql<{ demand: number }>`
            SELECT demand FROM game_demand(${dayAfter(days)}::date) WHERE game_id = ${id}`.execute(store.database);
          return rows[0]?.demand ?? 0;
        };
        await view(id, views);
        const early = await at(Math.min(one, other));
        const late = await at(Math.max(one, other));
        expect(late).toBeLessThanOrEqual(early);
        await sell(product, sold);
        expect(await at(one)).toBeGreaterThanOrEqual(one <= other ? early : late);
        expect(await at(0)).toBeLessThanOrEqual(100);
      }),
      { numRuns: 20 },
    );
  });

  it('is written once: a second run changes nothing, and views that no longer count are removed', async () => {
    const game = games[0]?.id ?? 0;
    await view(game, 100);
    expect(await refresh()).toBe(1);
    expect(await refresh()).toBe(0);
    await refresh(56);
    expect(await store.database.selectFrom('game_view').selectAll().execute()).toEqual([]);
  });

  it('does not change the day that search engines read', async () => {
    const game = games[0]?.id ?? 0;
    await sql`UPDATE game SET updated_at = '2020-01-01'`.execute(store.database);
    await view(game, 100);
    await refresh();
    const { updated_at: updatedAt } = await store.database
      .selectFrom('game')
      .select('updated_at')
      .where('id', '=', game)
      .executeTakeFirstOrThrow();
    expect(new Date(updatedAt).getUTCFullYear()).toBe(2020);
  });
});

describe('views of a game', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const listViews = () => store.database.selectFrom('game_view').select(['game_id', 'views']).execute();

  it('are counted once per visitor and game, without robots, and written together', async () => {
    const views = createViewsService(store.database);
    const [first, second] = games.map(({ id }) => id);
    if (!first || !second) throw new Error('the sample has too few games');
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) views.count(first, { address, agent: FIREFOX });
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2']) views.count(second, { address, agent: FIREFOX });
    views.count(second, { address: '10.0.0.3', agent: 'Googlebot/2.1' });
    views.count(second, { address: '10.0.0.4', agent: undefined });
    views.count(999_999_999, { address: '10.0.0.1', agent: FIREFOX });
    expect(await listViews()).toEqual([]);
    await views.flush();
    expect(await listViews()).toEqual([
      { game_id: first, views: 2 },
      { game_id: second, views: 1 },
    ]);
    views.count(first, { address: '10.0.0.5', agent: FIREFOX });
    await views.flush();
    expect((await listViews()).find(({ game_id: id }) => id === first)?.views).toBe(3);
  });

  it('come from a public call, which refuses what is no game', async () => {
    const send = (payload: object) =>
      store.server.inject({
        method: 'POST',
        url: '/api/v1/statistics/view',
        payload,
        headers: { 'user-agent': FIREFOX },
      });
    const answer = await send({ gameId: games[0]?.id });
    expect([answer.statusCode, answer.body, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
    for (const gameId of [0, -1, 1.5, 'x', null, 2 ** 31]) expect((await send({ gameId })).statusCode).toBe(400);
    expect((await send({})).statusCode).toBe(400);
  });
});
