import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERMISSIONS } from '@oyna/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { composeServices, QUEUES } from '../apps/server/src/compose.ts';
import { composeConsole } from '../apps/server/src/compose-console.ts';
import { composeWeb } from '../apps/server/src/compose-web.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { buildConsole } from '../apps/server/src/console-app.ts';
import { createTodayService } from '../apps/server/src/features/today/today.service.ts';
import { connect, type Database } from '../apps/server/src/platform/database/connection.ts';
import { installJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { addHistory, addJobs } from './console-rows.ts';
import { signInBench } from './console-session.ts';
import { openStoreData } from './store-data.ts';
import type { BenchContext, Row } from './table.ts';

const SAMPLES = 60;
const LIMIT_MS = 50;

interface Question {
  name: string;
  /** The request of one sample. `at` is a number from 1 to the number of orders. */
  ask(at: number): { url: string; body?: object };
}

/** Every list and look-up of the console, with different values in every sample. */
export async function benchConsole(context: BenchContext, orders: number): Promise<Row[]> {
  const { say, seed, folder } = context;
  say(`The console with ${orders.toLocaleString('en')} orders …`);
  const size = { accounts: Math.round(orders * 0.3), orders, keys: orders * 10, products: 0 };
  const settings = ['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB'];
  const data = await openStoreData(join(tmpdir(), `oyna-bench-console-${orders}`), size, { say, seed, settings });
  try {
    const database = connect({ url: data.url, poolSize: 1, statementMs: 600_000 });
    await addHistory(database, orders).finally(() => database.destroy());
    return await askConsole(data.url, { folder, orders, jobs: orders, say });
  } finally {
    await data.postgres.stop();
  }
}

/** Asks everything on a database with so many orders, to which so many jobs are added once. */
export async function askConsole(
  url: string,
  { folder, orders, jobs, say }: Pick<BenchContext, 'folder' | 'say'> & { orders: number; jobs: number },
): Promise<Row[]> {
  // Generating a million rows takes longer than the time limit of a statement of the store.
  const database = connect({ url, poolSize: 4, statementMs: 600_000 });
  try {
    await installJobs(url, QUEUES);
    await addJobs(database, jobs);
    const config = parseConfig({ DATA_DIR: join(folder, 'console'), LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
    const services = composeConsole(composeWeb(composeServices(config, database), { cacheBytes: 0 }));
    const server = await buildConsole(services);
    await server.ready();
    const headers = await signInBench(database);
    const began = performance.now();
    await services.stock.levels.rebuild();
    say(`  all keys were counted in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const rows: Row[] = [];
    for (const question of await listQuestions(database)) {
      rows.push(rowOf(question.name, await measure(orders, (at) => send(server, headers, question.ask(at)))));
    }
    // A new service for every sample, because it keeps the figures for some seconds.
    const today = (_at: number) => {
      const fresh = createTodayService({ ...services, db: database });
      return Promise.all([fresh.getFigures(), fresh.listTasks({ id: 0, permissions: PERMISSIONS })]);
    };
    rows.push(rowOf('today', await measure(orders, today)));
    await server.close();
    return rows;
  } finally {
    await database.destroy();
  }
}

async function listQuestions(database: Database): Promise<Question[]> {
  const products = await database.selectFrom('product').select('id').orderBy('id').limit(10_000).execute();
  const keyProducts = await database
    .selectFrom('product')
    .select('id')
    .where('type', '<>', 'TopUp')
    .orderBy('id')
    .limit(10_000)
    .execute();
  const games = await database.selectFrom('game').select(['id', 'name']).orderBy('id').limit(1_000).execute();
  const { rows: samples } = await sampleOrders(database);
  const claims = await database.selectFrom('key_claim').select('key_id').orderBy('key_id').limit(200).execute();
  const order = (at: number) => samples[at % samples.length] as (typeof samples)[number];
  const list = (name: string, query: (at: number) => string): Question => ({
    name: `orders: ${name}`,
    ask: (at) => ({ url: `/api/v1/orders?${query(at)}` }),
  });
  const search = (name: string, text: (at: number) => string): Question => ({
    name: `search: ${name}`,
    ask: (at) => ({ url: '/api/v1/search', body: { text: text(at) } }),
  });
  const day = (at: number) => new Date(Date.now() - (1 + (at % 360)) * 86_400_000).toISOString().slice(0, 10);
  return [
    list('the newest', () => ''),
    list('a page in the middle', (at) => `after=${at}`),
    list('status refunded', (at) => `status=refunded&after=${at}`),
    list('status under review', () => 'status=review'),
    list('status awaiting payment', () => 'status=pending'),
    list('a provider', (at) => `provider=platron&after=${at}`),
    list('a provider that is not used', () => 'provider=talkbank'),
    list('a currency', (at) => `currency=USD&after=${at}`),
    list('top-ups', (at) => `kind=top-up&after=${at}`),
    list('one day', (at) => `from=${day(at)}&to=${day(at)}`),
    list('a product', (at) => `product=${products[at % products.length]?.id}`),
    list('a buyer', (at) => `buyer=${order(at).account_id}`),
    list('needs a person', () => 'needsPerson=true'),
    { name: 'order page', ask: (at) => ({ url: `/api/v1/orders/${order(at).order_id}` }) },
    search('e-mail', (at) => order(at).email ?? ''),
    search('beginning of an e-mail', (at) => `buyer${at % 1000}`),
    search('order id', (at) => order(at).order_id.slice(0, 10)),
    search('order number', (at) => order(at).number.slice(0, 7)),
    search('payment id of the provider', (at) => order(at).provider_payment_id ?? ''),
    search('phone', (at) => `+77${String(at).padStart(9, '0')}`.slice(0, 9)),
    search('id at the supplier', (at) => `sup-${at}`),
    search('pasted key', (at) => `AAAAA-${at}-BBBBB`),
    search('login', (at) => `buyer${at}`),
    search('game', (at) => (games[at % games.length]?.name ?? '').slice(0, 5)),
    search('promo code', (at) => `BENCH${at % 1000}`),
    search('batch', (at) => String(1_000_000 + (at % 1000))),
    { name: 'claims', ask: () => ({ url: '/api/v1/claims' }) },
    { name: 'claims: decided', ask: () => ({ url: '/api/v1/claims?state=decided' }) },
    {
      name: 'claims: of a batch',
      ask: (at) => ({ url: `/api/v1/claims?state=decided&batchId=${1_000_000 + (at % 1000)}` }),
    },
    {
      name: 'claims: of a buyer',
      ask: (at) => ({ url: `/api/v1/claims?state=decided&accountId=${order(at).account_id}` }),
    },
    { name: 'claims: a reason', ask: () => ({ url: '/api/v1/claims?state=decided&reason=invalid' }) },
    { name: 'claim page', ask: (at) => ({ url: `/api/v1/claims/${claims[at % claims.length]?.key_id}` }) },
    { name: 'customers', ask: () => ({ url: '/api/v1/customers' }) },
    { name: 'customers: search', ask: (at) => ({ url: `/api/v1/customers?search=buyer${at % 1000}` }) },
    { name: 'customers: blocked', ask: () => ({ url: '/api/v1/customers?state=blocked' }) },
    { name: 'customer page', ask: (at) => ({ url: `/api/v1/customers/${order(at).account_id}` }) },
    { name: 'messages', ask: () => ({ url: '/api/v1/messages' }) },
    { name: 'messages: answered', ask: () => ({ url: '/api/v1/messages?queue=answered' }) },
    { name: 'messages: mine', ask: () => ({ url: '/api/v1/messages?queue=mine' }) },
    { name: 'audit log', ask: () => ({ url: '/api/v1/audit' }) },
    { name: 'audit log: an action', ask: () => ({ url: '/api/v1/audit?action=bench' }) },
    { name: 'audit log: an action that is not used', ask: () => ({ url: '/api/v1/audit?action=key-rotation' }) },
    { name: 'audit log: an order', ask: (at) => ({ url: `/api/v1/audit?subject=order%20${order(at).order_id}` }) },
    { name: 'audit log: one day', ask: (at) => ({ url: `/api/v1/audit?from=${day(at)}&to=${day(at)}` }) },
    { name: 'audit log: an operator', ask: () => ({ url: '/api/v1/audit?actorId=1' }) },
    { name: 'reviews', ask: () => ({ url: '/api/v1/reviews' }) },
    { name: 'reviews: published', ask: () => ({ url: '/api/v1/reviews?queue=published' }) },
    { name: 'reviews: hidden', ask: () => ({ url: '/api/v1/reviews?queue=hidden' }) },
    {
      name: 'reviews: of a game',
      ask: (at) => ({ url: `/api/v1/reviews?queue=published&gameId=${games[at % games.length]?.id}` }),
    },
    { name: 'approvals', ask: () => ({ url: '/api/v1/approvals' }) },
    { name: 'approvals: decided', ask: () => ({ url: '/api/v1/approvals?state=decided' }) },
    { name: 'promo codes', ask: () => ({ url: '/api/v1/promo-codes' }) },
    { name: 'promo codes: search', ask: (at) => ({ url: `/api/v1/promo-codes?search=bench${at % 1000}` }) },
    { name: 'changes of prices', ask: () => ({ url: '/api/v1/price-changes' }) },
    { name: 'prices', ask: () => ({ url: '/api/v1/prices' }) },
    { name: 'games', ask: () => ({ url: '/api/v1/catalogue/games' }) },
    { name: 'sales by day', ask: () => ({ url: '/api/v1/finance/sales?by=day' }) },
    { name: 'sales by provider', ask: () => ({ url: '/api/v1/finance/sales?by=provider' }) },
    { name: 'sales by product', ask: () => ({ url: '/api/v1/finance/sales?by=product' }) },
    {
      name: 'sales by day: a product',
      ask: (at) => ({ url: `/api/v1/finance/sales?by=day&product=${keyProducts[at % keyProducts.length]?.id}` }),
    },
    { name: 'sales as CSV', ask: () => ({ url: '/api/v1/finance/sales.csv?by=day' }) },
    { name: 'reconciled days', ask: () => ({ url: '/api/v1/finance/reconciliations' }) },
    { name: 'stock board', ask: () => ({ url: '/api/v1/stock' }) },
    { name: 'stock board: low', ask: () => ({ url: '/api/v1/stock?low=true' }) },
    { name: 'stock board: by name', ask: () => ({ url: '/api/v1/stock?sort=name' }) },
    {
      name: 'stock board: search',
      ask: (at) => ({
        url: `/api/v1/stock?search=${encodeURIComponent((games[at % games.length]?.name ?? '').slice(0, 4))}`,
      }),
    },
    { name: 'stock board: a platform', ask: () => ({ url: '/api/v1/stock?platform=Steam' }) },
    { name: 'stock of a product', ask: (at) => ({ url: `/api/v1/stock/${keyProducts[at % keyProducts.length]?.id}` }) },
    { name: 'health', ask: () => ({ url: '/api/v1/health' }) },
    { name: 'failed jobs', ask: () => ({ url: '/api/v1/health/jobs' }) },
  ];
}

const sampleOrders = async (database: Database) => ({
  rows: await database
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .select(['order_id', 'number', 'provider_payment_id', 'account_id', 'account.email'])
    .where('payment.id', 'in', (eb) => eb.selectFrom('payment').select('id').orderBy('order_id').limit(200))
    .execute(),
});

async function send(
  server: FastifyInstance,
  headers: Record<string, string>,
  { url, body }: ReturnType<Question['ask']>,
) {
  const answer = await server.inject({ method: body ? 'POST' : 'GET', url, headers, ...(body && { payload: body }) });
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}: ${answer.body}`);
}

interface Measured {
  median: number;
  p95: number;
}

/** One request after the other, at places spread over all orders. The first ones warm the connections up. */
async function measure(orders: number, ask: (at: number) => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  for (let sample = -5; sample < SAMPLES; sample++) {
    const at = 1 + Math.abs((sample * 7919 * 104_729) % orders);
    const began = performance.now();
    await ask(at);
    if (sample >= 0) times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { median: rank(0.5), p95: rank(0.95) };
}

const rowOf = (name: string, { median, p95 }: Measured): Row => ({
  name: `console, ${name}`,
  measured: `median ${median.toFixed(1)} ms`,
  against: '–',
  result: `p95 ${p95.toFixed(1)} ms`,
  wanted: `≤ ${LIMIT_MS} ms`,
  holds: p95 <= LIMIT_MS,
});
