import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';
import { stockProduct } from './stock.ts';
import { createStockEvents, type StockEvents } from './stock-events.ts';
import { forEachConcurrently } from './test-environment.ts';

interface StockCountOptions {
  events: number;
  seed: number;
  products: number;
  atOnce: number;
}

export interface StockCountResult {
  /** How often each kind of event happened. */
  happened: Record<string, number>;
  /** How often the counts were brought up to date meanwhile. */
  refreshed: number;
  faults: string[];
}

/** Keys come, are held, sold, returned, quarantined and written off at random, while workers count the stock and it is checked. */
export async function countDuringEvents(
  database: Database,
  { events, seed, products, atOnce }: StockCountOptions,
): Promise<StockCountResult> {
  const { stock } = composeServices(parseConfig({ LOG_LEVEL: 'silent' }), database);
  const productIds: number[] = [];
  for (let made = 0; made < products; made++) productIds.push(await stockProduct(database, 200));
  const random = createRandom(seed);
  const stockEvents = await createStockEvents(database, productIds);
  const happened: Record<string, number> = {};
  let isOver = false;
  let refreshed = 0;
  const faults: string[] = [];
  const refreshUntilOver = async () => {
    for (; !isOver; refreshed++) await stock.levels.refreshIfFree();
  };
  const checkUntilOver = async () => {
    while (!isOver) {
      const { faults: found } = await stock.levels.check({ isEverything: true });
      faults.push(...found.map((fault) => `meanwhile: ${fault}`));
    }
  };
  const counting = [refreshUntilOver(), refreshUntilOver(), checkUntilOver()];
  try {
    await forEachConcurrently(Array.from({ length: events }), atOnce, async () => {
      const name = await happen(stockEvents, random);
      happened[name] = (happened[name] ?? 0) + 1;
    });
  } finally {
    isOver = true;
    await Promise.all(counting);
  }
  faults.push(...(await findCountFaults(database, stock.levels)));
  return { happened, refreshed, faults };
}

/** Draws until an event happens: one may find no key to move, or a batch that another event has moved. */
async function happen(events: StockEvents, random: () => number): Promise<string> {
  const total = events.reduce((sum, { weight }) => sum + weight, 0);
  for (;;) {
    let draw = random() * total;
    const event = events.find(({ weight }) => {
      draw -= weight;
      return draw < 0;
    });
    if (event && (await event.run(random))) return event.name;
  }
}

type Levels = ReturnType<typeof composeServices>['stock']['levels'];

/** Compares the counts with the keys, by `shop check` and by a count made here, before and after a rebuild. */
export async function findCountFaults(database: Database, levels: Levels): Promise<string[]> {
  await levels.refresh();
  const counted = await readLevels(database);
  const truth = await countKeysOneByOne(database);
  const faults = [...truth].flatMap(([productId, numbers]) =>
    counted.get(productId) === numbers
      ? []
      : [`product ${productId}: counted ${counted.get(productId)}, has ${numbers}`],
  );
  faults.push(...(await levels.check({ isEverything: true })).faults, ...(await levels.rebuild()));
  const rebuilt = await readLevels(database);
  for (const [productId, numbers] of counted) {
    if (rebuilt.get(productId) !== numbers) {
      faults.push(`product ${productId}: counted ${numbers}, rebuilt ${rebuilt.get(productId)}`);
    }
  }
  return faults;
}

/** Available, held, in quarantine, cost of an available key, sold in 7 and in 30 days. */
async function readLevels(database: Database): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; numbers: string }>`
    SELECT product_id AS id, concat_ws('/', available, reserved, quarantined, coalesce(cost_cents, -1), sold_7, sold_30)
      AS numbers FROM stock_level`.execute(database);
  return new Map(rows.map(({ id, numbers }) => [id, numbers]));
}

const DAY_MS = 86_400_000;
/** The store's day begins five hours before that of UTC. */
const dayOf = (time: Date) => Math.floor((time.getTime() + 5 * 3_600_000) / DAY_MS);

/** The same numbers from all keys, batches and deliveries, without a sum of SQL. */
async function countKeysOneByOne(database: Database): Promise<Map<number, string>> {
  const products = await database.selectFrom('product').select('id').where('type', '<>', 'TopUp').execute();
  const keys = await database.selectFrom('product_key').select(['id', 'product_id', 'batch_id', 'status']).execute();
  const batches = await database.selectFrom('key_batch').selectAll().orderBy('id').execute();
  const deliveries = await database
    .selectFrom('delivery')
    .select(['key_id', 'delivered_at'])
    .where('replaces_key_id', 'is', null)
    .execute();
  const costs = new Map(batches.map(({ id, cost_cents: cost }) => [id, cost]));
  const productOf = new Map(keys.map(({ id, product_id: productId }) => [id, productId]));
  const empty = () => ({ available: 0, reserved: 0, quarantined: 0, cost: 0, sold7: 0, sold30: 0 });
  const sums = new Map(products.map(({ id }) => [id, empty()]));
  for (const { product_id: productId, batch_id: batchId, status } of keys) {
    const sum = sums.get(productId);
    if (!sum || (status !== 'available' && status !== 'reserved' && status !== 'quarantined')) continue;
    sum[status] += 1;
    if (status === 'available') sum.cost += costs.get(batchId) ?? 0;
  }
  const today = dayOf(new Date());
  for (const { key_id: keyId, delivered_at: deliveredAt } of deliveries) {
    const sum = sums.get(productOf.get(keyId) ?? 0);
    const age = today - dayOf(deliveredAt);
    if (sum && age < 7) sum.sold7 += 1;
    if (sum && age < 30) sum.sold30 += 1;
  }
  const latest = new Map(
    batches.filter(({ undone_at: at }) => at === null).map((batch) => [batch.product_id, batch.cost_cents]),
  );
  const costOf = (id: number, sum: ReturnType<typeof empty>) =>
    sum.available > 0 ? Math.round(sum.cost / sum.available) : (latest.get(id) ?? -1);
  return new Map(
    [...sums].map(([id, sum]) => [
      id,
      [sum.available, sum.reserved, sum.quarantined, costOf(id, sum), sum.sold7, sum.sold30].join('/'),
    ]),
  );
}
