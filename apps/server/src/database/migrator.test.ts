import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { StartError } from '../data-folder.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../testing/test-database.ts';
import { assertSupportedVersion, listMigrations, migrate } from './migrator.ts';

const clusterUrl = inject('postgresUrl');
const names = listMigrations().map(({ name }) => name);
let database: string;
let url: string;

beforeEach(async () => {
  database = `migrator_${randomBytes(6).toString('hex')}`;
  url = databaseUrl(clusterUrl, database);
  await createDatabase(clusterUrl, database, 'template0');
});
afterEach(() => dropDatabase(clusterUrl, database));

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof StartError ? error.message : error),
  );

describe('migrate', () => {
  it('runs every file once, in order, and nothing the next time', async () => {
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    const rows = await query('SELECT name FROM schema_migration ORDER BY applied_at, name');
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it('lets one of several nodes migrate, and the others wait for it', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
    expect(results.filter((ran) => ran.length > 0)).toEqual([names]);
  });

  it('stops at a file that was changed after it had been applied', async () => {
    await migrate(url);
    await query(`UPDATE schema_migration SET hash = 'another' WHERE name = '${names[0]}'`);
    expect(await failureOf(migrate(url))).toBe(`Migration ${names[0]} was changed after it had been applied`);
  });

  it('stops at a database from a newer version of the store', async () => {
    await migrate(url);
    await query("INSERT INTO schema_migration (name, hash) VALUES ('9999_later.sql', 'x')");
    expect(await failureOf(migrate(url))).toBe(
      'The database has 9999_later.sql, which this version of the store does not know',
    );
  });

  it('leaves nothing of a file that fails', async () => {
    await query('CREATE TABLE product ()'); // in the way of the first file, half-way through it
    expect(await failureOf(migrate(url))).toBe(`Migration ${names[0]} failed: relation "product" already exists`);
    expect(await query('SELECT * FROM schema_migration')).toEqual([]);
    expect(await query("SELECT 1 FROM pg_tables WHERE tablename = 'category'")).toEqual([]);
    await query('DROP TABLE product');
    expect(await migrate(url)).toEqual(names);
  });

  it('says in one line why a database cannot be used, without its password', async () => {
    const other = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return failureOf(migrate(address.href));
    };
    const wrongPassword = await other((address) => {
      address.password = 'sesame';
    });
    expect(wrongPassword).toBe('The database cannot be reached: password authentication failed for user "oyna"');
    const wrongName = await other((address) => {
      address.pathname = '/nowhere';
    });
    expect(wrongName).toBe('The database cannot be reached: database "nowhere" does not exist');
    const wrongHost = await other((address) => {
      address.host = 'localhost:9';
      address.searchParams.delete('host');
    });
    expect(wrongHost).toMatch(
      /^The database cannot be reached: connect ECONNREFUSED \S+:9(, connect ECONNREFUSED \S+)?$/,
    );
  });

  it('says in one line that its user may not create tables', async () => {
    const role = `guest_${database}`;
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
    const address = new URL(url);
    [address.username, address.password] = [role, 'guest'];
    const failure = await failureOf(migrate(address.href));
    await query(`DROP ROLE ${role}`);
    expect(failure).toBe('The database cannot be prepared: permission denied for schema public');
  });
});

describe('the oldest PostgreSQL', () => {
  it('is 15', () => {
    for (const version of ['150000', '150004', '180001']) expect(() => assertSupportedVersion(version)).not.toThrow();
    expect(() => assertSupportedVersion('140012')).toThrow(
      new StartError('PostgreSQL 15 or newer is needed; this is 14.12'),
    );
  });
});
