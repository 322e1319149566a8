import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeServices, QUEUES } from '../apps/server/src/compose.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { installJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { compareCatalogues } from './catalogue-sizes.ts';
import { askConsole } from './console.ts';
import { prepareDatabase } from './databases.ts';
import { measureRetention } from './large-retention.ts';
import { compare } from './load.ts';
import { measure, openShop } from './purchases.ts';
import { openStoreData } from './store-data.ts';
import type { StoreSize } from './store-rows.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const FULL: StoreSize = { accounts: 1_000_000, orders: 5_000_000, keys: 10_000_000, products: 1_000_000 };
const SMALL_CATALOGUE = 5_000;
const WARM_UP_SECONDS = 8;
const SECONDS = 4;
const LEAST_RATIO = 0.8;
const MOST_CHECK_SECONDS = 10;

/** As docs/operating.md tells operators for a store of this size. */
const SETTINGS = ['max_wal_size=4GB', 'shared_buffers=1GB'];

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A store with the data of a large one: purchases, lists, the console, `shop check`, retention, and what is watched. */
export async function benchLarge(context: BenchContext, share: number, isGenerating: boolean): Promise<Row[]> {
  const { say, seed, folder } = context;
  const size = sizeOf(share);
  say(`A store with ${size.orders.toLocaleString('en')} orders …`);
  const options = { say, seed, settings: SETTINGS };
  const { postgres, url } = await openStoreData(join(tmpdir(), `oyna-bench-large-${size.orders}`), size, options);
  try {
    await installJobs(url, QUEUES);
    if (isGenerating) return [];
    const here = { ...context, postgresUrl: postgres.url };
    await finishBookings(url, folder, say);
    const rows: Row[] = [];
    const shop = await openShop(url, join(folder, 'large'));
    try {
      rows.push(...(await comparePurchases(here, shop, size)));
      rows.push(...(await checkStore(shop, folder, say, url)));
      rows.push(...(await measureRetention(shop, url, share, say)));
      rows.push(await readWatched(shop));
    } finally {
      await shop.close();
    }
    rows.push(...(await compareCatalogues(here, SMALL_CATALOGUE, { url, products: size.products })));
    const { orders } = size;
    rows.push(...(await askConsole(url, { folder, orders, jobs: Math.round(orders / 5), say })));
    return rows;
  } finally {
    await postgres.stop();
  }
}

const sizeOf = (share: number): StoreSize => ({
  accounts: Math.round(FULL.accounts * share),
  orders: Math.round(FULL.orders * share),
  keys: Math.round(FULL.keys * share),
  products: Math.round(FULL.products * share),
});

/** What workers do after purchases, which an earlier run left undone. */
async function finishBookings(url: string, folder: string, say: (line: string) => void): Promise<void> {
  const database = connect({ url, poolSize: 2, statementMs: 600_000 });
  const began = performance.now();
  const services = composeServices(parseConfig({ DATA_DIR: join(folder, 'booking'), LOG_LEVEL: 'silent' }), database);
  await services.booking.bookNew();
  await services.stock.levels.rebuild();
  await database.destroy();
  say(`  bookings and counts of the stock: ${secondsSince(began)}`);
}

/** In turns with a store on an empty database of the same PostgreSQL. */
async function comparePurchases({ postgresUrl, folder, say }: BenchContext, large: Shop, size: StoreSize) {
  const emptyUrl = await prepareDatabase(postgresUrl, `empty_${Date.now()}`, say);
  const empty = await openShop(emptyUrl, join(folder, 'empty'));
  try {
    for (const { buy } of [empty, large]) await measure(buy, WARM_UP_SECONDS);
    const { first, second, ratio } = await compare(
      () => measure(empty.buy, SECONDS),
      () => measure(large.buy, SECONDS),
    );
    const row: Row = {
      name: `whole purchases, ${size.orders.toLocaleString('en')} orders and ${size.keys.toLocaleString('en')} keys`,
      measured: `${perSecond(second.perSecond)}, p99 ${Math.round(second.p99)} ms`,
      against: `an empty database: ${perSecond(first.perSecond)}, p99 ${Math.round(first.p99)} ms`,
      result: (1 / ratio).toFixed(2),
      wanted: `≥ ${LEAST_RATIO.toFixed(2)}`,
      holds: 1 / ratio >= LEAST_RATIO,
    };
    say(`  purchases: ${row.result} of an empty database`);
    return [row];
  } finally {
    await empty.close();
  }
}

/** The whole check, some purchases, and the check of what has changed. */
async function checkStore(shop: Shop, folder: string, say: (line: string) => void, url: string): Promise<Row[]> {
  await finishBookings(url, folder, say);
  const whole = await runCheck(shop, ['--full']);
  const { perSecond: rate } = await measure(shop.buy, SECONDS);
  await finishBookings(url, folder, say);
  const changed = await runCheck(shop, []);
  for (const { lines } of [whole, changed]) for (const line of lines) say(`    ${line}`);
  const row = (name: string, { seconds, code }: Checked, limit: number | undefined): Row => ({
    name,
    measured: code === 0 ? 'no fault' : `ended with ${code}`,
    against: '–',
    result: `${seconds.toFixed(1)} s`,
    wanted: limit === undefined ? 'no fault' : `≤ ${limit} s, no fault`,
    holds: code === 0 && seconds <= (limit ?? Number.POSITIVE_INFINITY),
  });
  const purchases = Math.round(rate * SECONDS).toLocaleString('en');
  return [
    row('`shop check --full`', whole, undefined),
    row(`\`shop check\` after ${purchases} more purchases`, changed, MOST_CHECK_SECONDS),
  ];
}

interface Checked {
  seconds: number;
  code: number | null;
  lines: string[];
}

function runCheck({ environment }: Shop, options: string[]): Promise<Checked> {
  const began = performance.now();
  const cli = fileURLToPath(new URL('../apps/server/src/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, 'check', ...options], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      // The alerts of the generated orders fill pages.
      const lines = output.split('\n').filter((line) => line && !line.startsWith('ALERT'));
      resolve({ seconds: (performance.now() - began) / 1000, code, lines: lines.slice(0, 30) });
    });
  });
}

/** The metrics by which vacuum and bloat are watched. */
async function readWatched({ url }: Shop): Promise<Row> {
  const began = performance.now();
  const text = await (await fetch(`${url}/metrics`)).text();
  const milliseconds = performance.now() - began;
  const names = new Set(text.match(/^oyna_database_\w+/gm));
  const value = (pattern: RegExp) => pattern.exec(text)?.[1] ?? 'missing';
  const dead = value(/^oyna_database_dead_rows_ratio\S* (\S+)/m);
  const age = value(/^oyna_database_freeze_age_ratio\S* (\S+)/m);
  return {
    name: 'vacuum in /metrics',
    measured: `${names.size} series names; share of dead rows of the worst table ${dead}, of the freeze age ${age}`,
    against: '–',
    result: `${Math.round(milliseconds)} ms`,
    wanted: 'all there, ≤ 500 ms',
    holds: names.size >= 4 && milliseconds <= 500,
  };
}

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
