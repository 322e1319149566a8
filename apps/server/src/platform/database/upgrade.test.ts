import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { runCommand } from '../../testing/command-process.ts';
import { PATIENCE } from '../../testing/store-process.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { assertCurrentSchema, migrate } from './migrator.ts';
import { describeSchema, findIncompatibilities, type SchemaDescription } from './schema-description.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
let client: pg.Client;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  client = new pg.Client({ connectionString: store.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await store.close();
});

const released = (): SchemaDescription =>
  JSON.parse(readFileSync(new URL('../../../migrations/released-schema.json', import.meta.url), 'utf8'));

it('leaves everything that the last release uses', async () => {
  const faults = findIncompatibilities(released(), await describeSchema(client));
  expect(
    faults,
    'While nodes are upgraded, the last release runs on this schema. Add first (expand); remove in the release after the next ' +
      '(contract). CONTRIBUTING.md, "A column", says how.',
  ).toEqual([]);
});

it.each([
  ['ALTER TABLE product DROP COLUMN offered CASCADE', ['column product.offered is gone']],
  ['ALTER TABLE payment ADD COLUMN note text NOT NULL', ['new column payment.note needs a default, or NULL']],
  ['ALTER TABLE account ALTER COLUMN email SET NOT NULL', ['column account.email could be NULL']],
  [
    'ALTER TABLE payment ADD CONSTRAINT cheap CHECK (amount < 9)',
    ['new rule payment.cheap is for columns that the last release writes'],
  ],
  [
    'CREATE UNIQUE INDEX one_a_day ON payment (created_at)',
    ['new rule payment.one_a_day is for columns that the last release writes'],
  ],
  ['DROP FUNCTION shop_day CASCADE', ['function shop_day(timestamp with time zone) date is gone']],
  [
    "ALTER TABLE store_mode DROP CONSTRAINT store_mode_mode_check, ADD CONSTRAINT store_mode_mode_check CHECK (mode IN ('demo', 'both'))",
    ['store_mode.store_mode_mode_check does not allow production any more'],
  ],
])('finds the fault of %s', async (sql, faults) => {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    expect(findIncompatibilities(released(), await describeSchema(client))).toEqual(expect.arrayContaining(faults));
  } finally {
    await client.query('ROLLBACK');
  }
});

const readiness = async () => (await store.server.inject('/health/ready')).statusCode;

/** What the next release may do while this one still runs. */
const EXPANSION = `
  CREATE TABLE later (id integer PRIMARY KEY, payment_id bigint REFERENCES payment);
  ALTER TABLE payment ADD COLUMN later_note text, ADD COLUMN later_count integer NOT NULL DEFAULT 0;
  ALTER TABLE product ADD COLUMN later_tag text NOT NULL DEFAULT '';
  ALTER TABLE order_item ADD COLUMN later_at timestamptz NOT NULL DEFAULT now();
  CREATE FUNCTION later_total(p_id bigint) RETURNS bigint LANGUAGE sql AS 'SELECT p_id';
  INSERT INTO schema_migration (name, hash, phase) VALUES ('9999_later.sql', 'x', 'expand');
  INSERT INTO schema_function (name, hash, version) VALUES ('later_total', 'x', '99.0.0');
  UPDATE schema_function SET version = '99.0.0'`;

it('starts, sells and checks on the schema of a later release, which only adds, and changes nothing in it', async () => {
  await client.query(EXPANSION);
  // HAProxy asks this: the nodes of this release keep serving until they are replaced.
  expect(await readiness()).toBe(200);
  expect(await migrate(store.url)).toEqual([]);
  await assertCurrentSchema(store.url, '');
  expect((await client.query('SELECT DISTINCT version FROM schema_function')).rows).toEqual([{ version: '99.0.0' }]);
  const bought = await buy(store, [await stockProduct(store.database, 2)], [1]);
  const { rows } = await client.query('SELECT status, later_count FROM payment WHERE order_id = $1', [bought.orderId]);
  expect(rows).toEqual([{ status: 'paid', later_count: 0 }]);
  const environment = { DATABASE_URL: store.url };
  expect((await runCommand(['migrate', '--dry-run'], environment)).stdout).toBe('The schema is up to date\n');
  expect((await runCommand(['orders', 'show', bought.orderId], environment)).code).toBe(0);
});

it('refuses the schema of a later release that has removed something', async () => {
  await client.query("UPDATE schema_migration SET phase = 'contract' WHERE name = '9999_later.sql'");
  const line = 'The database has 9999_later.sql, which this version of the store does not know';
  await expect(migrate(store.url)).rejects.toThrow(line);
  await expect(assertCurrentSchema(store.url, '')).rejects.toThrow(line);
  expect(await readiness()).toBe(503);
});
