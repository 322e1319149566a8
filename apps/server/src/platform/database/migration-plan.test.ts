import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { createDatabase, databaseUrl, dropDatabase } from '../../testing/test-database.ts';
import { findStrongLocks, splitStatements } from './migration-plan.ts';
import { listMigrations } from './migrator.ts';

const clusterUrl = inject('postgresUrl');
const database = `plan_${randomBytes(6).toString('hex')}`;
afterAll(() => dropDatabase(clusterUrl, database));

it('splits a file into statements, and leaves quoted texts, comments and bodies of functions whole', () => {
  const sql = `-- a; comment
    INSERT INTO t VALUES ('a;''b', "c;d"); /* e; */ CREATE FUNCTION f() AS $$ BEGIN; x := ';'; END $$;
    CREATE FUNCTION g() AS $body$ SELECT $$;$$; $body$`;
  expect(splitStatements(sql).map((text) => text.slice(0, 17))).toEqual([
    'INSERT INTO t VAL',
    'CREATE FUNCTION f',
    'CREATE FUNCTION g',
  ]);
});

it.each([
  ['ALTER TABLE payment ADD COLUMN note text', 'all', false],
  ["ALTER TABLE payment ADD COLUMN note text NOT NULL DEFAULT ''", 'all', false],
  ['ALTER TABLE payment ADD COLUMN token uuid DEFAULT gen_random_uuid()', 'all', true],
  ['ALTER TABLE payment ALTER COLUMN note SET NOT NULL', 'all', true],
  ['ALTER TABLE payment ADD CONSTRAINT short CHECK (length(note) < 9)', 'all', true],
  ['ALTER TABLE payment ADD CONSTRAINT short CHECK (length(note) < 9) NOT VALID', 'all', false],
  ['ALTER TABLE payment ALTER COLUMN amount TYPE numeric', 'all', true],
  ['CREATE INDEX payment_note ON payment (note)', 'writes', true],
  ['create unique index payment_note on payment (note)', 'writes', true],
  ['DROP TABLE payment', 'all', false],
  ["UPDATE payment SET note = ''", 'writes', true],
])('flags %s', (sql, blocks, isLong) => {
  expect(findStrongLocks(sql, new Set())).toMatchObject([{ on: 'payment', blocks, isLong }]);
});

it.each([
  'CREATE TABLE letter (id integer); CREATE INDEX letter_id ON letter (id); ALTER TABLE letter ADD CHECK (id > 0)',
  'CREATE INDEX CONCURRENTLY payment_note ON payment (note)',
  "INSERT INTO payment_method VALUES ('a')",
  'CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS $$ UPDATE payment SET note = 1 $$',
])('flags nothing in %s', (sql) => {
  expect(findStrongLocks(sql, new Set())).toEqual([]);
});

/** Of those that our migrations take: stronger than what reading and writing rows takes. */
const STRONG = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

it('flags every table that PostgreSQL really locks, in all migrations of the store', async () => {
  await createDatabase(clusterUrl, database, 'template0');
  const client = new pg.Client({ connectionString: databaseUrl(clusterUrl, database) });
  await client.connect();
  const created = new Set<string>();
  const missed: string[] = [];
  let found = 0;
  try {
    for (const { name, sql } of listMigrations()) {
      const tables = await client.query("SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND oid >= 16384");
      const unlocked = new Map<number, string>(tables.rows.map(({ oid, relname }) => [oid, relname]));
      await client.query('BEGIN');
      for (const statement of splitStatements(sql)) {
        await client.query(statement);
        const { rows } = await client.query(
          'SELECT DISTINCT relation FROM pg_locks WHERE pid = pg_backend_pid() AND mode = ANY ($1)',
          [STRONG],
        );
        const flagged = findStrongLocks(statement, created).map(({ on }) => on);
        const isByIndex = /^DROP INDEX/i.test(statement) && flagged.length > 0;
        for (const { relation } of rows) {
          const table = unlocked.get(relation);
          if (table === undefined || created.has(table)) continue;
          unlocked.delete(relation); // later statements of the file hold the lock too
          found += 1;
          if (!flagged.includes(table) && !flagged.includes(undefined) && !isByIndex)
            missed.push(`${name}: ${table} by ${statement.slice(0, 80)}`);
        }
      }
      await client.query('COMMIT');
      created.clear(); // as in an upgrade from the version before
    }
  } finally {
    await client.end();
  }
  expect(missed).toEqual([]);
  expect(found).toBeGreaterThan(40);
});
