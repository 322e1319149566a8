import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STORE_TIME_ZONE } from '@oyna/domain/store-time';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase, databaseUrl, dropDatabase } from '../../testing/test-database.ts';
import { checkAuditChain } from '../audit.ts';
import { StartError } from '../data-folder.ts';
import { connect } from './connection.ts';
import { fillDomainValues } from './domain-values.ts';
import { splitStatements } from './migration-plan.ts';
import { assertCurrentSchema, assertSupportedVersion, listMigrations, migrate, planMigrations } from './migrator.ts';
import { choosePostgresRunner } from './postgres-runner.ts';

const clusterUrl = inject('postgresUrl');
const names = listMigrations().map(({ name }) => name);
const everything = [...names, 'functions'];
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

/** The same database as after `migrate`, without its work. */
async function takeMigrated(): Promise<void> {
  await dropDatabase(clusterUrl, database);
  await createDatabase(clusterUrl, database, 'oyna');
}

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof StartError ? error.message : error),
  );

describe('the migrations', () => {
  it('are never edited after their release', () => {
    const released = JSON.parse(readFileSync(new URL('../../../migrations/released.json', import.meta.url), 'utf8'));
    const hashes = Object.fromEntries(listMigrations().map(({ name, hash }) => [name, hash]));
    expect(
      hashes,
      'Databases of customers have applied the migrations in released.json. Undo the edit and write a new migration. ' +
        'Add the SHA-256 of a new file to released.json.',
    ).toEqual(released);
  });
});

describe('a trigger', () => {
  it('calls no function that each version creates again: an earlier one would remove it', () => {
    const folder = new URL('./functions/', import.meta.url);
    // Every version that runs on this schema has it.
    const replaced = readdirSync(folder)
      .map((name) => name.replace('.sql', ''))
      .filter((name) => name !== 'is_blocked');
    const later = listMigrations().filter(({ name }) => name >= '0054');
    expect(later.length).toBeGreaterThan(0);
    const calls = later.flatMap(({ name, sql }) =>
      replaced.filter((one) => new RegExp(`\\b${one}\\(`).test(sql)).map((one) => `${name}: ${one}`),
    );
    expect(calls).toEqual([]);
  });
});

describe('migrate', () => {
  it('begins again when it and a purchase wait for each other', async () => {
    await takeMigrated();
    await query(`DELETE FROM schema_migration WHERE name = '0055_notes_of_changes.sql';
      DROP TRIGGER top_up_sent_unchecked ON top_up; DROP FUNCTION buyer_is_blocked`);
    const purchase = new pg.Client({ connectionString: url });
    await purchase.connect();
    try {
      // PostgreSQL ends the other one.
      await purchase.query(`SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE refund IN ROW EXCLUSIVE MODE`);
      const migration = migrate(url);
      await vi.waitFor(async () => {
        const waiting = await query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'refund'::regclass`);
        expect(waiting).toHaveLength(1);
      }, 10_000);
      await purchase.query('LOCK TABLE payment IN ROW EXCLUSIVE MODE; COMMIT');
      expect(await migration).toEqual(['0055_notes_of_changes.sql', 'functions']);
    } finally {
      await purchase.end();
    }
  });

  it('lets customers through while a table is read for long, and begins again', async () => {
    await takeMigrated();
    await query(`DELETE FROM schema_migration WHERE name = '0056_payment_callbacks.sql';
      ALTER TABLE payment DROP COLUMN called_back_at CASCADE`);
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    try {
      await backup.query('BEGIN; LOCK TABLE payment IN ACCESS SHARE MODE');
      const migration = migrate(url);
      const isWaiting = async () =>
        (await query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'payment'::regclass`)).length === 1;
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true), 10_000);
      await vi.waitFor(async () => expect(await isWaiting()).toBe(false), 30_000);
      await backup.query('COMMIT');
      expect(await migration).toEqual(['0056_payment_callbacks.sql', 'functions']);
    } finally {
      await backup.end();
    }
  });

  it('runs every file once, in order, and nothing the next time', async () => {
    expect(await migrate(url)).toEqual(everything);
    expect(await migrate(url)).toEqual([]);
    const rows = await query('SELECT name FROM schema_migration ORDER BY applied_at, name');
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it('takes the column and the index of 0072 that were made before the upgrade, without a long lock', async () => {
    await takeMigrated();
    const { name, sql } = listMigrations().find((file) => file.name.startsWith('0072')) ?? { name: '', sql: '' };
    await query('ALTER TABLE payment DROP COLUMN newcomer_network');
    await query(`DELETE FROM schema_migration WHERE name = '${name}'`);
    const [column = '', index = ''] = splitStatements(sql);
    await query(column);
    await query(index.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
    const built = "SELECT 'payment_newcomer_network'::regclass::oid::integer AS oid";
    const before = await query(built);
    expect(await migrate(url)).toEqual([name, 'functions']);
    expect(await query(built)).toEqual(before);
  });

  it('chains the audit entries that earlier versions wrote, in their order', async () => {
    const earlier = listMigrations().filter(({ name }) => name < '0011');
    await query(
      'CREATE TABLE schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz DEFAULT now())',
    );
    for (const { name, hash, sql } of earlier) {
      await query(sql);
      await query(`INSERT INTO schema_migration (name, hash) VALUES ('${name}', '${hash}')`);
    }
    await query(`INSERT INTO audit_entry (actor, action, subject, details)
      SELECT 'shop', 'refund', 'order ' || number, '{"amount": 5}' FROM generate_series(1, 3) AS number`);
    await migrate(url);
    const db = connect({ url, poolSize: 1 });
    expect(await checkAuditChain(db)).toEqual({ entries: 3, faults: [] });
    await db.destroy();
    const rows = await query('SELECT position, subject, actor_kind FROM audit_entry ORDER BY position');
    expect(rows).toEqual(
      [1, 2, 3].map((number) => ({ position: number, subject: `order ${number}`, actor_kind: 'command' })),
    );
  });

  it('lets one of several nodes migrate while the others wait', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
    expect(results.filter((ran) => ran.length > 0)).toEqual([everything]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await takeMigrated();
    await query(`UPDATE schema_migration SET hash = 'another' WHERE name = '${names[0]}'`);
    expect(await failureOf(migrate(url))).toBe(`Migration ${names[0]} was changed after it had been applied`);
  });

  it('refuses a database of a newer version', async () => {
    await takeMigrated();
    await query("INSERT INTO schema_migration (name, hash) VALUES ('9999_later.sql', 'x')");
    expect(await failureOf(migrate(url))).toBe(
      'The database has 9999_later.sql, which this version of the store does not know',
    );
  });

  it('says in a dry run what it would run and which tables it would lock, and changes nothing', async () => {
    const empty = await planMigrations(url);
    expect(empty.migrations.map(({ name, phase }) => ({ name, phase }))).toEqual(
      names.map((name) => ({ name, phase: 'expand' })),
    );
    expect(await query("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await takeMigrated();
    expect(await planMigrations(url)).toEqual({ migrations: [], functions: false });
    await query("DELETE FROM schema_migration WHERE name = '0032_vat.sql'");
    const { migrations, functions } = await planMigrations(url);
    expect(functions).toBe(true);
    expect(migrations).toMatchObject([{ name: '0032_vat.sql', locks: [{ on: 'payment', blocks: 'all' }] }]);
    expect(await query("SELECT FROM schema_migration WHERE name = '0032_vat.sql'")).toEqual([]);
  });

  it('leaves nothing of a file that fails', async () => {
    await query('CREATE TABLE product ()'); // the first file fails half-way
    expect(await failureOf(migrate(url))).toBe(`Migration ${names[0]} failed: relation "product" already exists`);
    expect(await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { tablename: 'product' },
    ]);
    await query('DROP TABLE product');
    expect(await migrate(url)).toEqual(everything);
  });

  it('changes nothing in a database of a version before 0.2.0', async () => {
    await query(`
      CREATE TABLE schema_migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz DEFAULT now());
      INSERT INTO schema_migration (name, hash)
        VALUES ('0001_catalogue.sql', 'old'), ('0002_accounts.sql', 'old'), ('0003_shopping.sql', 'old')`);
    const contents = () => query('SELECT oid, relname, relnatts FROM pg_class WHERE relnamespace >= 2200 ORDER BY oid');
    const before = await contents();
    const message =
      'This database was made by an unreleased version before 0.2.0 and cannot be upgraded. Choose another DATA_DIR or ' +
      'DATABASE_URL, or delete the old data yourself. Nothing was changed.';
    expect(await failureOf(migrate(url))).toBe(message);
    expect(await failureOf(assertCurrentSchema(url, ''))).toBe(message);
    expect(await contents()).toEqual(before);
  });

  it('reports in one line why a database cannot be used, without its password', async () => {
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

  it('reports in one line that its user may not create tables', async () => {
    const role = `guest_${database}`;
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
    const address = new URL(url);
    [address.username, address.password] = [role, 'guest'];
    const failure = await failureOf(migrate(address.href));
    await query(`DROP ROLE ${role}`);
    expect(failure).toBe('The database cannot be prepared: permission denied for schema public');
  });
});

describe('the functions', () => {
  it('have the values of the domain, which are part of their hash', async () => {
    await takeMigrated();
    const [row] = await query(
      `SELECT hash, prosrc FROM schema_function JOIN pg_proc ON proname = name WHERE name = 'shop_day'`,
    );
    expect(row?.['prosrc']).toContain(`'${STORE_TIME_ZONE}'`);
    const file = readFileSync(new URL('./functions/shop_day.sql', import.meta.url), 'utf8');
    expect(row?.['hash']).toBe(createHash('sha256').update(fillDomainValues(file)).digest('hex'));
  });

  const isCurrent = async () => (await failureOf(assertCurrentSchema(url, 'migrate'))) === undefined;

  it('are created again when one has changed, also when its parameters have', async () => {
    await takeMigrated();
    await query(`
      DROP FUNCTION reserve_keys;
      CREATE FUNCTION reserve_keys(p_count text) RETURNS void LANGUAGE sql AS '';
      UPDATE schema_function SET hash = 'old' WHERE name = 'reserve_keys'`);
    expect(await failureOf(assertCurrentSchema(url, 'migrate'))).toBe(
      'The database has an older schema, without the current functions: migrate',
    );
    expect(await migrate(url)).toEqual(['functions']);
    expect(await isCurrent()).toBe(true);
    const rows = await query("SELECT pronargs FROM pg_proc WHERE proname = 'reserve_keys'");
    expect(rows).toEqual([{ pronargs: 4 }]);
  });

  it('are created again with every migration, because it may have dropped one', async () => {
    await takeMigrated();
    const missing = '0010_outbox.sql';
    await query(`
      DELETE FROM schema_migration WHERE name = '${missing}';
      DROP TABLE outbox;
      DROP FUNCTION count_available CASCADE`);
    expect(await migrate(url)).toEqual([missing, 'functions']);
    expect(await query('SELECT count_available(1, 1) AS count')).toEqual([{ count: 0 }]);
  });

  it('are dropped when their file is gone', async () => {
    await takeMigrated();
    await query(`
      CREATE FUNCTION gone() RETURNS void LANGUAGE sql AS '';
      INSERT INTO schema_function VALUES ('gone', 'x', '0.0.1')`);
    expect(await migrate(url)).toEqual(['functions']);
    expect(await query("SELECT FROM pg_proc WHERE proname = 'gone'")).toEqual([]);
  });

  it('of a newer version are not replaced', async () => {
    await takeMigrated();
    await query("UPDATE schema_function SET hash = 'newer', version = '999.10.0' WHERE name = 'reserve_keys'");
    expect(await migrate(url)).toEqual([]);
    expect(await query("SELECT version FROM schema_function WHERE hash = 'newer'")).toEqual([{ version: '999.10.0' }]);
    await query("DELETE FROM schema_migration WHERE name = '0010_outbox.sql'");
    expect(await failureOf(migrate(url))).toBe(
      'The database has the functions of version 999.10.0, which is newer than this',
    );
  });
});

describe('the oldest PostgreSQL', () => {
  it('is 15', () => {
    for (const version of ['150000', '150004', '180001']) expect(() => assertSupportedVersion(version)).not.toThrow();
    expect(() => assertSupportedVersion('140012')).toThrow(
      new StartError('PostgreSQL 15 or newer is needed; this is 14.12'),
    );
  });

  const programs = '/usr/lib/postgresql/15';
  it.skipIf(!existsSync(`${programs}/bin/postgres`))(
    'has what the migrations and functions call',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'oyna-oldest-'));
      mkdirSync(join(folder, 'postgres'), { mode: 0o700 });
      const runner = choosePostgresRunner(join(folder, 'postgres'), programs);
      const cluster = join(runner.directory, 'cluster');
      const create = runner.command('initdb', ['-D', cluster, '-U', 'oyna', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
      expect(spawnSync(create.command, create.args, { ...create.options, stdio: 'ignore' }).status).toBe(0);
      const settings = ['listen_addresses=', `unix_socket_directories=${cluster}`, 'fsync=off'];
      const run = runner.command('postgres', ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]);
      const server = spawn(run.command, run.args, { ...run.options, stdio: 'ignore' });
      const exited = new Promise((resolve) => server.once('exit', resolve));
      try {
        url = `postgresql://oyna@localhost/postgres?host=${encodeURIComponent(cluster)}`;
        await vi.waitFor(() => query('SELECT'), { timeout: 60_000, interval: 50 });
        expect(await migrate(url)).toEqual(everything);
        expect(await query('SELECT keys, seconds FROM held_without_paying(1, gen_random_uuid())')).toEqual([
          { keys: 0, seconds: '0' },
        ]);
      } finally {
        server.kill('SIGINT');
        await exited;
        rmSync(runner.directory, { recursive: true, force: true });
        rmSync(folder, { recursive: true, force: true });
      }
    },
    180_000,
  );
});
