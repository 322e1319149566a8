import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { QUEUES } from '../apps/server/src/compose.ts';
import { createBookingService } from '../apps/server/src/features/finance/booking.service.ts';
import { connect, type Database } from '../apps/server/src/platform/database/connection.ts';
import { installJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { until } from '../apps/server/src/testing/store-process.ts';
import { createMember, type Member } from '../apps/server/src/testing/test-member.ts';
import { createBasket } from '../tests/resilience/buyer.ts';
import { shopEnvironment } from '../tests/resilience/shop-processes.ts';
import { stockProduct } from '../tests/resilience/stock.ts';
import { type CatalogueSample, cataloguePaths } from './catalogue-paths.ts';
import { postgresCpu } from './cpu-time.ts';
import { listAvailableKeys, prepareDatabase, sampleCatalogue } from './databases.ts';
import { type LoadRequest, loadAmount } from './load.ts';
import { purchase } from './purchases.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import type { BenchContext, Row } from './table.ts';

const PRODUCTS = 5_000;
const CACHED_PAGES = 1_000;
const RENDERED_PAGES = 200;
const UNCACHED_PAGES = 100;
const CART_CHANGES = 1_000;
const PURCHASES = 200;
const BUYERS = 16;
const IDLE_SECONDS = 5;
const MAIL_MS = 300_000;

/** Milliseconds of processor time. */
interface Cpu {
  node: number;
  database: number;
}

type Next = () => LoadRequest;

/**
 * Processor time of the store and of PostgreSQL for one page, one change of a cart and one purchase, from a known number of
 * each. docs/scaling.md calculates with it. Other work on the machine changes durations, and this hardly.
 */
export async function benchCpuCost({ postgresUrl, folder, seed, say }: BenchContext): Promise<Row[]> {
  say('Processor time …');
  const url = await prepareDatabase(postgresUrl, 'cpu', say, PRODUCTS, seed);
  await installJobs(url, QUEUES);
  const sandboxPort = await freePort();
  const { PUBLIC_URL: _, ...outside } = shopEnvironment('', `http://127.0.0.1:${sandboxPort}`);
  const database = connect({ url, poolSize: 4 });
  const sandbox = await startProcess('../tests/resilience/sandbox-process.ts', outside, 'ready', sandboxPort);
  const rows: Row[] = [];
  const report = (row: Row) => {
    rows.push(row);
    say(`  ${row.name}: ${row.measured}`);
  };
  const readCpu = (store: Pick<ServerProcess, 'cpu'>): Cpu => ({
    node: store.cpu(),
    database: postgresCpu(join(folder, 'postgres')),
  });

  async function spend(store: Pick<ServerProcess, 'cpu'>, work: () => Promise<void>): Promise<Cpu & { ms: number }> {
    const [began, before] = [performance.now(), readCpu(store)];
    await work();
    const after = readCpu(store);
    return {
      node: after.node - before.node,
      database: after.database - before.database,
      ms: performance.now() - began,
    };
  }

  /** Runs a store. `measure` does a part of the count first, and leaves out what the idle store uses in the same time. */
  async function withStore(
    environment: Record<string, string>,
    use: (
      store: ServerProcess,
      measure: (name: string, count: number, work: (count: number) => Promise<void>) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void> {
    const settings = { ...outside, DATABASE_URL: url, DATA_DIR: join(folder, 'cpu'), ROLE: 'web', ...environment };
    const store = await startProcess('../apps/server/src/main.ts', settings, 'Stop it with Ctrl-C.');
    try {
      let idle: (Cpu & { ms: number }) | undefined;
      await use(store, async (name, count, work) => {
        idle ??= await spend(store, () => wait(IDLE_SECONDS * 1000));
        const quiet = idle;
        await work(count / 2);
        const spent = await spend(store, () => work(count));
        const own = (part: keyof Cpu) => Math.max(0, spent[part] - (quiet[part] / quiet.ms) * spent.ms) / count;
        report(rowOf(name, { node: own('node'), database: own('database') }, `${count} times`));
      });
    } finally {
      await store.stop();
    }
  }

  try {
    const sample = await sampleCatalogue(url, UNCACHED_PAGES);
    const productId = await stockProduct(database, 4 * PURCHASES, 'CPU');
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createMember({ database })));
    const buyAt = (address: string) => (count: number) => buyMany(address, buyers, productId, count);

    await withStore({}, async (store, measure) => {
      for (const { name, count, next } of cachedPages(sample)) {
        await measure(name, count, (amount) => loadAmount(store.url, amount, next));
      }
      const change = await cartChanges(database, store.url);
      await measure('change of a cart', CART_CHANGES, (amount) => loadAmount(store.url, amount, change));
      const before = await readVolume(database);
      await measure('purchase, paid and delivered', PURCHASES, buyAt(store.url));
      const after = await readVolume(database);
      report(volumeRow(before, after, PURCHASES * 1.5));
    });

    // As behind pgbouncer: statements have no names and are planned each time.
    await withStore({ DATABASE_SESSION_URL: url }, async (store, measure) =>
      measure('purchase, statements without names', PURCHASES, buyAt(store.url)),
    );

    const payments = await countUnbooked(database);
    const booking = createBookingService(database);
    const thisProcess = { cpu: () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 };
    const booked = await spend(thisProcess, () =>
      until(async () => {
        await booking.bookNew();
        return (await countUnbooked(database)) === 0;
      }),
    );
    report(rowOf('booking of a purchase', divide(booked, payments), `${payments} times, ${Math.round(booked.ms)} ms`));

    await withStore({ ROLE: 'worker' }, async (store) => {
      const mails = await countMails(database);
      const sent = await spend(store, () => until(async () => (await countMails(database)) === 0, MAIL_MS));
      report(rowOf('mail about a purchase', divide(sent, mails), `${mails} times, ${Math.round(sent.ms)} ms`));
    });

    await withStore({ CACHE_MEGABYTES: '0' }, async (store, measure) => {
      for (const { name, next } of uncachedPages(sample, seed)) {
        await measure(name, UNCACHED_PAGES, (amount) => loadAmount(store.url, amount, next));
      }
    });
    return rows;
  } finally {
    await database.destroy();
    await sandbox.stop();
  }
}

const divide = ({ node, database }: Cpu, count: number): Cpu => ({ node: node / count, database: database / count });

const rowOf = (name: string, { node, database }: Cpu, against: string): Row => ({
  name: `processor time: ${name}`,
  measured: `${node.toFixed(2)} ms in Node, ${database.toFixed(2)} ms in PostgreSQL`,
  against,
  result: `${(node + database).toFixed(2)} ms`,
  wanted: '–',
  holds: true,
});

const page = (path: string): LoadRequest => ({ method: 'GET', path, headers: {} });

/** Every visit of a rendered page has a new value of a parameter that the page reads, so only its data are cached. */
function cachedPages({ gameIds, names }: CatalogueSample): { name: string; count: number; next: Next }[] {
  const addresses = {
    'home page': '/?code=',
    'list page': '/catalog?sort=',
    'product page': `/catalog/${gameIds[0]}?reviews=`,
    'search page': `/catalog?name=${encodeURIComponent(names[0] ?? '')}&sort=`,
  };
  let visits = 0;
  return Object.entries(addresses).flatMap(([name, address]) => [
    { name: `${name}, cached`, count: CACHED_PAGES, next: () => page(address.replace(/[?&]\w+=$/, '')) },
    { name: `${name}, rendered`, count: RENDERED_PAGES, next: () => page(`${address}${++visits}`) },
  ]);
}

/** Everything is read from the database, and each address is another one. */
function uncachedPages(sample: CatalogueSample, seed: number): { name: string; next: Next }[] {
  const { list, search } = cataloguePaths(sample, UNCACHED_PAGES, seed);
  const inTurn = (addresses: string[]): Next => {
    let position = 0;
    return () => page(addresses[position++ % addresses.length] ?? '/');
  };
  /** The addresses of the pages have the parameters of the API. The first page only: the last one depends on the category. */
  const pagesOf = (paths: string[]) =>
    paths.map((path) => {
      const query = new URL(path, 'http://store').searchParams;
      const sort = query.get('orderby');
      for (const name of ['pageNumber', 'orderby']) query.delete(name);
      if (sort) query.set('sort', sort);
      return `/catalog?${query}`;
    });
  return [
    { name: 'home page, nothing cached', next: inTurn(['/']) },
    { name: 'list page, nothing cached', next: inTurn(pagesOf(list)) },
    { name: 'product page, nothing cached', next: inTurn(sample.gameIds.map((id) => `/catalog/${id}`)) },
    { name: 'search page, nothing cached', next: inTurn(pagesOf(search)) },
  ];
}

/** Signed-in shoppers, each with a basket of four products, set the count of one of them. */
async function cartChanges(database: Database, url: string): Promise<Next> {
  const products = await listAvailableKeys(database, 4);
  const [first] = products;
  const baskets = await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const member = await createMember({ database });
      const { body } = await createBasket(
        { url },
        member,
        products.map(({ id }) => ({ id, count: 1 })),
      );
      return { headers: member.headers, id: body.id };
    }),
  );
  let changes = 0;
  return () => {
    const basket = baskets[changes % BUYERS];
    const isAdded = Math.floor(changes++ / BUYERS) % 2 === 0;
    return {
      method: 'PUT',
      path: `/api/v1/basket/item/${isAdded ? 'add' : 'remove'}/${basket?.id}/${first?.id}/1`,
      headers: basket?.headers ?? {},
    };
  };
}

/** The buyers share the purchases. Each makes one after the other. */
async function buyMany(url: string, buyers: Member[], productId: number, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    buyers.map(async (buyer) => {
      while (left-- > 0) await purchase(url, buyer, productId);
    }),
  );
}

interface Volume {
  wal: number;
  commits: number;
  size: number;
}

async function readVolume(database: Database): Promise<Volume> {
  const { rows } = await sql<Volume>`
    SELECT (pg_current_wal_lsn() - '0/0')::float8 AS wal, pg_database_size(current_database())::float8 AS size,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits`.execute(
    database,
  );
  return rows[0] as Volume;
}

function volumeRow(before: Volume, after: Volume, purchases: number): Row {
  const perPurchase = (part: keyof Volume) => (after[part] - before[part]) / purchases;
  const wal = `${(perPurchase('wal') / 1024).toFixed(1)} KB of WAL`;
  const size = `${(perPurchase('size') / 1024).toFixed(1)} KB of tables and indexes`;
  return {
    name: 'volume: purchase, paid and delivered',
    measured: `${wal}, ${size}, ${perPurchase('commits').toFixed(1)} transactions`,
    against: `${purchases} times`,
    result: wal,
    wanted: '–',
    holds: true,
  };
}

async function countUnbooked(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM payment
    WHERE status = 'paid' AND NOT EXISTS (SELECT FROM sales_movement WHERE payment_id = payment.id)`.execute(database);
  return rows[0]?.count ?? 0;
}

async function countMails(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM outbox)::integer + (SELECT count(*) FROM pgboss.job
      WHERE name = 'order-messages' AND state IN ('created', 'retry', 'active'))::integer AS count`.execute(database);
  return rows[0]?.count ?? 0;
}
