import { join } from 'node:path';
import { sql } from 'kysely';
import { composeServices, QUEUES } from '../apps/server/src/compose.ts';
import { composeConsole } from '../apps/server/src/compose-console.ts';
import { composeWeb } from '../apps/server/src/compose-web.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { buildConsole } from '../apps/server/src/console-app.ts';
import { connect, type Database } from '../apps/server/src/platform/database/connection.ts';
import { installJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { signInBench } from './console-session.ts';
import { prepareDatabase } from './databases.ts';
import type { BenchContext, Row } from './table.ts';

const PRODUCTS = 20_000;
const CHANGED = 2_000;
const FIRST_ROWS_MS = 300;
const BULK_MS = 3_000;
const SAMPLES = 15;
const RULE = { target: 'discount', operation: 'percent', value: -1000, rounding: 'ninety-nine', hasFloor: true };

/**
 * Prices, stock and catalogue with 5,000 games and 20,000 offers: their first rows, a block of rows, the last page, and a
 * change of 2,000 prices.
 */
export async function benchGrids({ postgresUrl, folder, say, seed }: BenchContext): Promise<Row[]> {
  say('Prices, stock and catalogue …');
  const url = await prepareDatabase(postgresUrl, 'bench_grids', say, PRODUCTS, seed);
  await installJobs(url, QUEUES);
  const database = connect({ url, poolSize: 4 });
  const config = parseConfig({ DATA_DIR: join(folder, 'grids'), LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const services = composeServices(config, database);
  const server = await buildConsole(composeConsole(composeWeb(services, { cacheBytes: 0 })));
  try {
    await server.ready();
    await addCosts(database);
    await services.stock.levels.refresh();
    const headers = await signInBench(database);
    const ask = async (path: string, payload?: object) => {
      const answer = await server.inject({
        method: payload ? 'POST' : 'GET',
        url: path,
        headers,
        ...(payload && { payload }),
      });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
      return answer.json();
    };
    const { ids } = await ask('/api/v1/prices');
    const block = (sample: number) => ids.slice((sample * 997) % (ids.length - 100)).slice(0, 100);
    const bulk = async (sample: number) => {
      const start = (sample * CHANGED) % (ids.length - CHANGED);
      const productIds = ids.slice(start, start + CHANGED);
      const { items } = await ask('/api/v1/prices/preview', { productIds, rule: RULE });
      await ask('/api/v1/price-changes', {
        title: 'Bench',
        startsAt: null,
        endsAt: null,
        items: items.map(({ id, version, after }: { id: number; version: number; after: object }) => ({
          productId: id,
          version,
          ...after,
        })),
      });
    };
    return [
      rowOf('prices: first rows', FIRST_ROWS_MS, await measure(() => ask('/api/v1/prices'))),
      rowOf(
        'prices: first rows of a search',
        FIRST_ROWS_MS,
        await measure(() => ask('/api/v1/prices?search=a&discount=yes')),
      ),
      rowOf(
        'prices: first rows with a negative margin',
        FIRST_ROWS_MS,
        await measure(() => ask('/api/v1/prices?margin=negative')),
      ),
      rowOf(
        'prices: a block of 100 rows',
        FIRST_ROWS_MS,
        await measure((at) => ask(`/api/v1/prices/rows?ids=${block(at)}`)),
      ),
      rowOf(`prices: preview and change of ${CHANGED.toLocaleString('en')} prices`, BULK_MS, await measure(bulk)),
      rowOf('stock: first rows', FIRST_ROWS_MS, await measure(() => ask('/api/v1/stock'))),
      rowOf(
        'stock: first rows of a search',
        FIRST_ROWS_MS,
        await measure(() => ask('/api/v1/stock?search=a&low=true')),
      ),
      rowOf(
        'stock: rows in the middle',
        FIRST_ROWS_MS,
        await measure((at) => ask(`/api/v1/stock?after=${ids[at * 997]}`)),
      ),
      rowOf('stock: summary', FIRST_ROWS_MS, await measure(() => ask('/api/v1/stock-summary'))),
      rowOf('catalogue: first rows', FIRST_ROWS_MS, await measure(() => ask('/api/v1/catalogue/games'))),
      rowOf(
        'catalogue: first rows of a search',
        FIRST_ROWS_MS,
        await measure(() => ask('/api/v1/catalogue/games?search=a')),
      ),
    ];
  } finally {
    await server.close();
    await database.destroy();
  }
}

/** A batch for every offer that has none. One in twenty costs more than the offer sells for. */
async function addCosts(database: Database): Promise<void> {
  await sql`
    INSERT INTO key_batch (product_id, supplier, cost_cents, key_count)
    SELECT id, 'bench', price_with_discount_cents * CASE WHEN id % 20 = 0 THEN 104 ELSE 85 END / 100, 10 FROM product
    WHERE NOT EXISTS (SELECT FROM key_batch WHERE product_id = product.id)`.execute(database);
  await sql`ANALYZE key_batch`.execute(database);
}

/** One after the other. The first ones warm the connections up. */
async function measure(work: (sample: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let sample = -2; sample < SAMPLES; sample++) {
    const began = performance.now();
    await work(Math.abs(sample));
    if (sample >= 0) times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(SAMPLES / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}

function rowOf(name: string, limit: number, { median, worst }: { median: number; worst: number }): Row {
  return {
    name: `${name}, 20,000 offers`,
    measured: `median ${Math.round(median)} ms, worst ${Math.round(worst)} ms`,
    against: '',
    result: `${Math.round(median)} ms`,
    wanted: `≤ ${limit} ms`,
    holds: median <= limit,
  };
}
