import { sql } from 'kysely';
import { composeServices } from '../apps/server/src/compose.ts';
import { composeWorker } from '../apps/server/src/compose-worker.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { connect, type Database } from '../apps/server/src/platform/database/connection.ts';
import { addOldRows } from './old-rows.ts';
import { measure, type openShop } from './purchases.ts';
import type { Row } from './table.ts';

const JOBS = [
  'accounts-sweep',
  'guests-sweep',
  'operators-sweep',
  'old-top-up-quotes',
  'old-direct-baskets',
  'old-notifications',
  'old-console-rows',
  'old-alerts',
];
const LONGEST_MS = 1_000;
const SAMPLE_MS = 20;
const NAME = 'retention';
const QUIET_SECONDS = 5;

/** Runs each job of retention while buyers buy, and looks how long its longest transaction is. */
export async function measureRetention(
  shop: Awaited<ReturnType<typeof openShop>>,
  url: string,
  share: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const filling = connect({ url, poolSize: 1, statementMs: 600_000 });
  const counts = await addOldRows(filling, share);
  await sql`ANALYZE`.execute(filling);
  await filling.destroy();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  say(`  ${total.toLocaleString('en')} old rows were added`);
  // The settings of a worker: its limit for a statement counts too.
  const named = new URL(url);
  named.searchParams.set('application_name', NAME);
  const database = connect({ url: named.href, poolSize: 2 });
  const services = composeServices(parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: '/nowhere' }), database);
  const worker = composeWorker(services);
  const watching = connect({ url, poolSize: 1 });
  try {
    const quiet = await measure(shop.buy, QUIET_SECONDS);
    const rows: Row[] = [];
    for (const name of JOBS) {
      const job = worker.recurring.find((each) => each.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      const controller = new AbortController();
      const began = performance.now();
      const running = { isOver: false };
      const work = Promise.resolve(job.run(controller.signal)).finally(() => {
        running.isOver = true;
      });
      const watch = watchTransactions(watching, running);
      const buying = measure(shop.buy, 0, () => running.isOver);
      const [, longest, bought] = await Promise.all([work, watch, buying]);
      const seconds = (performance.now() - began) / 1000;
      rows.push({
        name: `retention, ${name}`,
        measured: `${seconds.toFixed(1)} s; purchases meanwhile: p99 ${Math.round(bought.p99)} ms`,
        against: `purchases alone: p99 ${Math.round(quiet.p99)} ms`,
        result: `longest transaction ${Math.round(longest)} ms`,
        wanted: `≤ ${LONGEST_MS} ms`,
        holds: longest <= LONGEST_MS,
      });
      say(`  ${name}: ${seconds.toFixed(1)} s, longest transaction ${Math.round(longest)} ms`);
    }
    return rows;
  } finally {
    worker.close();
    await database.destroy();
    await watching.destroy();
  }
}

/** The longest transaction of the jobs so far, in milliseconds, looked at every few milliseconds. */
async function watchTransactions(watching: Database, running: { isOver: boolean }): Promise<number> {
  let longest = 0;
  while (!running.isOver) {
    const { rows } = await sql<{ ms: number | null }>`
      SELECT max(extract(epoch FROM clock_timestamp() - xact_start) * 1000)::double precision AS ms FROM pg_stat_activity
      WHERE application_name = ${NAME} AND state <> 'idle'`.execute(watching);
    longest = Math.max(longest, rows[0]?.ms ?? 0);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  return longest;
}
