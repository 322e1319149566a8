import { join } from 'node:path';
import { composeConsole, composeServices, composeWeb, QUEUES } from '../apps/server/src/compose.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { buildConsole } from '../apps/server/src/console-app.ts';
import { connect } from '../apps/server/src/platform/database/connection.ts';
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

/** The grid of prices with 5,000 games and 20,000 offers: its first rows, a block of rows, and a change of 2,000 prices. */
export async function benchPrices({ postgresUrl, folder, say, seed }: BenchContext): Promise<Row[]> {
  say('Prices …');
  const url = await prepareDatabase(postgresUrl, 'bench_prices', say, PRODUCTS, seed);
  await installJobs(url, QUEUES);
  const database = connect({ url, poolSize: 4 });
  const config = parseConfig({ DATA_DIR: join(folder, 'prices'), LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const server = await buildConsole(composeConsole(composeWeb(composeServices(config, database), { cacheBytes: 0 })));
  try {
    await server.ready();
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
      rowOf('first rows of all prices', FIRST_ROWS_MS, await measure(() => ask('/api/v1/prices'))),
      rowOf('first rows of a search', FIRST_ROWS_MS, await measure(() => ask('/api/v1/prices?search=a&discount=yes'))),
      rowOf('prices with a negative margin', FIRST_ROWS_MS, await measure(() => ask('/api/v1/prices?margin=negative'))),
      rowOf('a block of 100 rows', FIRST_ROWS_MS, await measure((at) => ask(`/api/v1/prices/rows?ids=${block(at)}`))),
      rowOf(`preview and change of ${CHANGED.toLocaleString('en')} prices`, BULK_MS, await measure(bulk)),
    ];
  } finally {
    await server.close();
    await database.destroy();
  }
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
    name: `prices: ${name}, 20,000 offers`,
    measured: `median ${Math.round(median)} ms, worst ${Math.round(worst)} ms`,
    against: '',
    result: `${Math.round(median)} ms`,
    wanted: `≤ ${limit} ms`,
    holds: median <= limit,
  };
}
