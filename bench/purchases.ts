import { join } from 'node:path';
import { QUEUES } from '../apps/server/src/compose.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { stockDemo } from '../apps/server/src/demo/demo-keys.ts';
import { createKeysService } from '../apps/server/src/features/keys/keys.service.ts';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { installJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { createMembers, type Member } from '../apps/server/src/testing/test-member.ts';
import { beginPayment, createBasket, listKeyIds, pressButton, readOrder } from '../tests/resilience/buyer.ts';
import { findFaults } from '../tests/resilience/invariant-check.ts';
import { stockProduct } from '../tests/resilience/stock.ts';
import { prepareDatabase } from './databases.ts';
import { openRawShop } from './raw-purchase.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const BUYERS = 32;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 8;
const KEYS = 60_000;
/** How long the result page waits for the keys. */
const PATIENCE_SECONDS = 10;

export interface Measured {
  perSecond: number;
  p99: number;
}

/**
 * Whole purchases over HTTP: a basket, a payment at a sandbox in a separate process, its page, its callback, the order
 * with its key. By turns with the SQL of the same transactions, from as many buyers over as many connections.
 */
export async function benchPurchases({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Purchases …');
  const url = await prepareDatabase(postgresUrl, 'purchases', say);
  const shop = await openShop(url, join(folder, 'purchases'));
  const { database, sandboxUrl, buy } = shop;
  try {
    // The purchases of the demo customer are not in the books of the sandboxes.
    const before = await findFaults({ database, sandboxUrl });
    const raw = await openRawShop(url, await stockProduct(database, KEYS, 'RAW'));
    await measure(buy, WARM_UP_SECONDS);
    await measure(raw.purchase, WARM_UP_SECONDS);
    const rounds: { store: Measured; raw: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ store: await measure(buy, SECONDS), raw: await measure(raw.purchase, SECONDS) });
    }
    await raw.close();
    // The raw purchases have no sandbox, so only those of the store are compared.
    const faults = (await findFaults({ database, sandboxUrl })).filter(
      (fault) => !fault.includes('RAW') && !before.includes(fault),
    );
    if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
    return rowsOf(rounds);
  } finally {
    await shop.close();
  }
}

/** A store on this database with a stocked product, its sandbox and 32 buyers. */
export async function openShop(url: string, dataFolder: string) {
  await installJobs(url, QUEUES);
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const outside = { EPOINT_URL: `${sandboxUrl}/epoint` };
  const environment = {
    ...outside,
    DATABASE_URL: url,
    DATA_DIR: dataFolder,
    ROLE: 'web',
    WARM_PICTURES: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  };
  // Importing so many keys takes longer than a statement of the store may, which would do it for new offers when it starts.
  const database = connect({ url, poolSize: 2, statementMs: 120_000 });
  await stockDemo(database, createKeysService(database, { current: parseConfig({}).keyEncryptionKey }));
  const sandbox = await startProcess('../tests/resilience/sandbox-process.ts', outside, 'ready', sandboxPort);
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const members = await createMembers({ database }, BUYERS);
  const productId = await stockProduct(database, KEYS, `TEST-${Date.now()}`);
  return {
    url: store.url,
    sandboxUrl,
    database,
    environment,
    buy: (buyer: number) => purchase(store.url, members[buyer] as Member, productId),
    async close() {
      await database.destroy();
      await store.stop();
      await sandbox.stop();
    },
  };
}

function rowsOf(rounds: { store: Measured; raw: Measured }[]): Row[] {
  const best = rounds.map(({ store }) => store).toSorted((a, b) => b.perSecond - a.perSecond)[0] as Measured;
  const fastest = Math.max(...rounds.map(({ raw }) => raw.perSecond));
  const ratio = best.perSecond / fastest;
  const name = 'whole purchases, paid and delivered';
  return [
    {
      name,
      measured: perSecond(best.perSecond),
      against: `the SQL of it alone: ${perSecond(fastest)}`,
      result: ratio.toFixed(2),
      wanted: '≥ 0.40, and ≥ 150/s',
      holds: ratio >= 0.4 && best.perSecond >= 150,
    },
    {
      name: `${name}: p99`,
      measured: `${BUYERS} buyers at once`,
      against: '–',
      result: `${Math.round(best.p99)} ms`,
      wanted: '≤ 500 ms',
      holds: best.p99 <= 500,
    },
  ];
}

/** Every buyer repeats the purchase until the time is over, or until `isOver` says so. Each buys once at least. */
export async function measure(
  buy: (buyer: number) => Promise<void>,
  seconds: number,
  isOver = (started: number) => performance.now() - started >= seconds * 1000,
): Promise<Measured> {
  const waits: number[] = [];
  const started = performance.now();
  const buyOn = async (buyer: number) => {
    do {
      const began = performance.now();
      await buy(buyer);
      waits.push(performance.now() - began);
    } while (!isOver(started));
  };
  await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => buyOn(buyer)));
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    perSecond: waits.length / ((performance.now() - started) / 1000),
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  };
}

/** One whole purchase by HTTP. */
export async function purchase(url: string, member: Member, productId: number): Promise<void> {
  const place = { url };
  const basket = await createBasket(place, member, [{ id: productId, count: 1 }]);
  const { body: link } = await beginPayment(place, member, 'epoint', basket.body.id);
  await pressButton(link, 'approve');
  for (;;) {
    const { body, status } = await readOrder(place, member, link.orderId, PATIENCE_SECONDS);
    if (status !== 200) throw new Error(`an order was answered with ${status}`);
    if (listKeyIds(body).length > 0) return;
  }
}
