import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { prepareDatabase } from './databases.ts';
import { measure, openShop } from './purchases.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const ROUNDS = 10;
const WARM_UP_SECONDS = 8;
/** Of one measurement. A try needs one second. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const LEAST = 0.9;

/** What a purchase has to write although only the console reads it. */
const INDEXES = [
  'payment_status',
  'payment_provider',
  'payment_paid',
  'payment_created',
  'payment_promo',
  'order_item_product',
  'product_key_changed',
  'product_key_quarantined',
  'delivery_delivered',
  'product_platform_name',
  'product_name_parts',
  'stock_level_urgency',
  'stock_level_available',
  'stock_level_most_sold',
];
const TRIGGERS = [
  ['payment_console', 'payment'],
  ['product_margin', 'product'],
  ['key_batch_margin', 'key_batch'],
  ['sales_day_added', 'sales_day'],
  ['sales_day_changed', 'sales_day'],
] as const;

/** Whole purchases in a store as it is, by turns with one whose database lacks the indexes and the trigger of the console. */
export async function benchConsoleCost({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Purchases with and without the indexes of the console …');
  const urls = [
    await prepareDatabase(postgresUrl, 'with_console', say),
    await prepareDatabase(postgresUrl, 'without_console', say),
  ] as const;
  await dropConsole(urls[1]);
  const whole = await openShop(urls[0], join(folder, 'with-console'));
  const bare = await openShop(urls[1], join(folder, 'without-console'));
  try {
    for (const shop of [whole, bare]) await measure(shop.buy, Math.min(WARM_UP_SECONDS, 2 * SECONDS));
    const rates = { whole: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      // The second one of a round finds a fuller database cache, so the two change places.
      const order = round % 2 === 0 ? (['whole', 'bare'] as const) : (['bare', 'whole'] as const);
      for (const name of order)
        rates[name].push((await measure((name === 'whole' ? whole : bare).buy, SECONDS)).perSecond);
    }
    const ratio = median(rates.whole.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
    return [
      {
        name: 'whole purchases with the indexes of the console',
        measured: perSecond(median(rates.whole)),
        against: `without them: ${perSecond(median(rates.bare))}`,
        result: ratio.toFixed(2),
        wanted: `≥ ${LEAST.toFixed(2)}`,
        holds: ratio >= LEAST,
      },
    ];
  } finally {
    await whole.close();
    await bare.close();
  }
}

/** Fails when a name is wrong, because then nothing would be compared. */
async function dropConsole(url: string): Promise<void> {
  const database = connect({ url, poolSize: 1 });
  try {
    for (const name of INDEXES) await sql`DROP INDEX ${sql.id(name)}`.execute(database);
    for (const [name, table] of TRIGGERS) await sql`DROP TRIGGER ${sql.id(name)} ON ${sql.id(table)}`.execute(database);
  } finally {
    await database.destroy();
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
