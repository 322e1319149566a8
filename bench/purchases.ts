import { join } from 'node:path';
import { QUEUES } from '../apps/server/src/compose.ts';
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

interface Measured {
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
  await installJobs(url, QUEUES);
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const outside = { EPOINT_URL: `${sandboxUrl}/epoint` };
  const sandbox = await startProcess('../tests/resilience/sandbox-process.ts', outside, 'ready', sandboxPort);
  const environment = {
    ...outside,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'purchases'),
    ROLE: 'web',
    WARM_PICTURES: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const database = connect({ url, poolSize: 2 });
  try {
    const members = await createMembers({ database }, BUYERS);
    const productId = await stockProduct(database, KEYS);
    // The purchases of the demo customer are not in the books of the sandboxes.
    const before = await findFaults({ database, sandboxUrl });
    const raw = await openRawShop(url, await stockProduct(database, KEYS, 'RAW'));
    const buy = (buyer: number) => purchase(store.url, members[buyer] as Member, productId);
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
    await database.destroy();
    await store.stop();
    await sandbox.stop();
  }
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

/** Every buyer repeats the purchase until the time is over. */
async function measure(buy: (buyer: number) => Promise<void>, seconds: number): Promise<Measured> {
  const waits: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const buyOn = async (buyer: number) => {
    while (performance.now() < end) {
      const began = performance.now();
      await buy(buyer);
      waits.push(performance.now() - began);
    }
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
