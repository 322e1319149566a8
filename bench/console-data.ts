import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/database/embedded-postgres.ts';
import { databaseUrl } from '../apps/server/src/testing/test-database.ts';
import { prepareDatabase } from './databases.ts';

/** A store with data of several years: orders, customers and keys in the proportions of 10 : 3 : 100. */

const NAME = 'console';
const TABLES = ['account', 'payment', 'order_item', 'top_up', 'top_up_quote', 'product_key', 'key_batch', 'delivery'];
const MORE_TABLES = ['key_reveal', 'key_claim', 'refund', 'refund_item', 'payment_alert', 'support_message'];

/** The folder is kept between runs, and filled again when the size or the schema changes. */
export async function openConsoleData(
  folder: string,
  orders: number,
  say: (line: string) => void,
): Promise<{ postgres: EmbeddedPostgres; url: string }> {
  const mark = join(folder, 'filled.txt');
  const wanted = `${orders} ${hashMigrations()}`;
  const isFilled = existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  if (!isFilled) rmSync(folder, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    settings: ['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB', 'maintenance_work_mem=512MB'],
  });
  const url = databaseUrl(postgres.url, NAME);
  if (isFilled) return { postgres, url };
  const started = Date.now();
  await prepareDatabase(postgres.url, NAME, say);
  await fill(url, orders, say);
  writeFileSync(mark, wanted);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`  ${orders.toLocaleString('en')} orders were generated in ${seconds} s and are kept in ${folder}`);
  return { postgres, url };
}

function hashMigrations(): string {
  const migrations = fileURLToPath(new URL('../apps/server/migrations/', import.meta.url));
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}

async function fill(url: string, orders: number, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Neither triggers nor foreign keys are checked while the rows are loaded, and indexes are built at the end.
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    const tables = [...TABLES, ...MORE_TABLES];
    const { rows: indexes } = await client.query<{ definition: string; name: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS definition, indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = ANY($1::regclass[]) AND NOT indisprimary
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
      [tables],
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query('ALTER TABLE product_key DROP CONSTRAINT product_key_fingerprint_key');
    for (const [what, statement] of statementsFor(orders)) {
      const started = Date.now();
      await client.query(statement);
      say(`  ${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
    }
    const started = Date.now();
    await client.query('ALTER TABLE product_key ADD UNIQUE (fingerprint)');
    for (const { definition } of indexes) await client.query(definition);
    for (const table of tables) await client.query(`VACUUM (ANALYZE) ${table}`);
    say(`  indexes: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } finally {
    await client.end();
  }
}

/** In the order of their use. Every twentieth order is a top-up; most orders are paid. */
function statementsFor(orders: number): [string, string][] {
  const customers = Math.round(orders * 0.3);
  const keys = orders * 10;
  const batches = Math.max(1, Math.round(keys / 1000));
  return [
    [
      'customers',
      `INSERT INTO account (login, email, phone, language, created_at)
       SELECT 'buyer' || i, 'buyer' || i || '@mail' || i % 50 || '.example', '+77' || lpad(i::text, 9, '0'), 'ru',
         now() - interval '2 years' + i * interval '1 minute'
       FROM generate_series(1, ${customers}) AS i`,
    ],
    [
      'orders',
      `INSERT INTO payment (order_id, basket_id, top_up_id, account_id, provider, status, amount, currency, base_cents, rate,
         rate_source, rate_at, language, provider_payment_id, created_at, expires_at, paid_at, given_up_at)
       SELECT upper(md5('order' || i)), CASE WHEN i % 20 > 0 THEN md5('basket' || i)::uuid END,
         CASE WHEN i % 20 = 0 THEN i / 20 END, 1 + (i * 7919::bigint) % ${customers},
         (ARRAY['epoint', 'platron', 'kassa24', 'epoint'])[1 + i % 4],
         CASE WHEN i % 97 = 0 THEN 'refunded' WHEN i % 101 = 0 THEN 'partly-refunded' WHEN i % 17 = 0 THEN 'expired'
           WHEN i % 23 = 0 THEN 'failed' WHEN i % 20011 = 0 THEN 'review' ELSE 'paid' END,
         1000 + i % 900000, (ARRAY['AZN', 'RUB', 'KZT', 'USD'])[1 + i % 4], 500 + i % 5000, 5.5, 'bench', at, 'ru',
         'pp-' || md5('provider' || i), at, at + interval '30 minutes',
         CASE WHEN i % 97 = 0 OR i % 101 = 0 OR (i % 17 > 0 AND i % 23 > 0 AND i % 20011 > 0) THEN at + interval '90 seconds' END,
         CASE WHEN i % 97 > 0 AND i % 101 > 0 AND (i % 17 = 0 OR i % 23 = 0) THEN at + interval '30 minutes' END
       FROM generate_series(1, ${orders}) AS i,
         LATERAL (SELECT now() - interval '1 year' + i * (interval '1 year' / ${orders}) AS at) AS moment`,
    ],
    [
      'top-ups',
      `WITH quote AS (
         INSERT INTO top_up_quote (id, service, product_id, name, provider, amount, currency, cost_cents, base_cents, charged,
           charged_currency, rate, rate_source, rate_at, expires_at)
         SELECT md5('quote' || i)::uuid, 'steam', 278, 'Steam', 'epoint', 1000, 'KZT', 200, 220, 100000, 'KZT', 100, 'bench',
           now(), now() FROM generate_series(1, ${Math.floor(orders / 20)}) AS i
       )
       INSERT INTO top_up (quote_id, email, language, status, supplier, code, supplier_id, account, paid_at, delivered_at, created_at)
       SELECT md5('quote' || i)::uuid, 'guest' || i || '@example.com', 'ru', 1, 'clouter', upper(md5('code' || i)),
         'sup-' || i, 'player' || i, at, at + interval '1 minute', at
       FROM generate_series(1, ${Math.floor(orders / 20)}) AS i,
         LATERAL (SELECT now() - interval '1 year' + i * 20 * (interval '1 year' / ${orders}) AS at) AS moment`,
    ],
    [
      'items',
      `INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
       SELECT payment.id, product.id, product.name, 1, 500, payment.amount
       FROM payment JOIN (SELECT id, name, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS products
         FROM product) AS product ON product.place = payment.id % product.products
       WHERE payment.basket_id IS NOT NULL`,
    ],
    [
      'batches',
      `INSERT INTO key_batch (product_id, supplier, cost_cents, key_count, imported_at)
       SELECT (SELECT id FROM product ORDER BY id OFFSET i % (SELECT count(*) FROM product) LIMIT 1), 'supplier' || i % 40, 300,
         1000, now() - interval '1 year' FROM generate_series(1, ${batches}) AS i`,
    ],
    [
      'sold keys',
      `INSERT INTO product_key (id, product_id, batch_id, status, master_id, sealed, fingerprint, order_item_id)
       SELECT 1000000 + item.id, item.product_id, 1 + item.id % ${batches},
         CASE WHEN payment.status = 'refunded' THEN 'revoked' ELSE 'sold' END, 'bench',
         decode(md5('sealed' || item.id) || md5('more' || item.id), 'hex'), sha256(('sold' || item.id)::bytea), item.id
       FROM order_item AS item JOIN payment ON payment.id = item.payment_id WHERE payment.paid_at IS NOT NULL`,
    ],
    [
      'keys in stock',
      `INSERT INTO product_key (id, product_id, batch_id, status, master_id, sealed, fingerprint)
       SELECT ${1_000_000 + orders * 2} + i, batch.product_id, batch.id, 'available', 'bench',
         decode(md5('sealed' || i) || md5('more' || i), 'hex'), sha256(('stock' || i)::bytea)
       FROM generate_series(1, ${keys - orders}) AS i JOIN key_batch AS batch ON batch.id = 1 + i % ${batches}`,
    ],
    [
      'deliveries',
      `INSERT INTO delivery (key_id, order_item_id, delivered_at)
       SELECT product_key.id, item.id, payment.paid_at FROM product_key JOIN order_item AS item ON item.id = order_item_id
       JOIN payment ON payment.id = item.payment_id WHERE product_key.master_id = 'bench'`,
    ],
    [
      'openings and claims',
      `INSERT INTO key_reveal (key_id, channel, account_id, address, user_agent, revealed_at)
         SELECT delivery.key_id, 'page', payment.account_id, '198.51.100.7', 'bench', delivery.delivered_at + interval '1 minute'
         FROM delivery JOIN order_item AS item ON item.id = delivery.order_item_id
         JOIN payment ON payment.id = item.payment_id WHERE delivery.key_id > 1000000 AND delivery.key_id % 5 < 3;
       INSERT INTO key_claim (key_id, batch_id, account_id, reason, status, created_at, resolved_at)
         SELECT delivery.key_id, product_key.batch_id, payment.account_id, 'invalid',
           CASE WHEN delivery.key_id % 20000 = 0 THEN 'open' ELSE 'replaced' END, delivery.delivered_at,
           CASE WHEN delivery.key_id % 20000 > 0 THEN delivery.delivered_at END
         FROM delivery JOIN product_key ON product_key.id = delivery.key_id
         JOIN order_item AS item ON item.id = delivery.order_item_id
         JOIN payment ON payment.id = item.payment_id WHERE delivery.key_id > 1000000 AND delivery.key_id % 100 = 0`,
    ],
    [
      'refunds, alerts and messages',
      `INSERT INTO refund (payment_id, amount, reason, status, refunded_before, next_try_at, done_at, created_at)
         SELECT id, CASE status WHEN 'refunded' THEN amount ELSE 1 END, 'operator', 'done', 0, NULL, paid_at, paid_at
         FROM payment WHERE status IN ('refunded', 'partly-refunded');
       INSERT INTO payment_alert (provider, payment_id, order_id, kind, detail, created_at, resolved_at)
         SELECT provider, id, order_id, 'mismatch', 'bench', created_at, CASE WHEN id % 1000 > 0 THEN created_at END
         FROM payment WHERE id % 500 = 0;
       INSERT INTO support_message (name, email, topic, message, language, status, created_at)
         SELECT 'Buyer', 'buyer' || i || '@mail0.example', 'order', 'A message', 'ru',
           CASE WHEN i % 400 = 0 THEN 'open' ELSE 'closed' END, now() - i * interval '10 minutes'
         FROM generate_series(1, ${Math.round(orders / 50)}) AS i`,
    ],
  ];
}
