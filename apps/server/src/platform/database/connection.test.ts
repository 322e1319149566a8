import { AbortedTransactionError, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  type Connection,
  connect,
  type Database,
  listMissingSettings,
  runPrepared,
  withSession,
} from './connection.ts';
import { inTransaction } from './transaction.ts';

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  database = connect({ url: store.url, poolSize: 1 });
  await sql`CREATE TABLE number (value integer UNIQUE)`.execute(database);
});
afterAll(async () => {
  await database.destroy();
  await store.close();
});

const double = (db: Connection, value: number) =>
  runPrepared<{ result: number }>(db, 'double', 'SELECT $1::integer * 2 AS result', [value]);
const backend = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database)).rows[0]?.pid;

describe('a prepared statement', () => {
  it('is prepared once per connection, inside and outside of a transaction', async () => {
    expect(await double(database, 1)).toEqual([{ result: 2 }]);
    expect(await inTransaction(database, (transaction) => double(transaction, 2))).toEqual([{ result: 4 }]);
    expect(await double(database, 3)).toEqual([{ result: 6 }]);
    const { rows } = await sql`SELECT name, generic_plans + custom_plans AS uses FROM pg_prepared_statements`.execute(
      database,
    );
    expect(rows).toEqual([{ name: 'double', uses: 3 }]);
  });

  it('that PostgreSQL refuses does not close its connection', async () => {
    const before = await backend();
    await expect(runPrepared(database, 'broken', 'SELECT 1 / $1::integer', [0])).rejects.toThrow('division by zero');
    expect(await backend()).toBe(before);
  });
});

it('has its own memory for joins where it is asked for, also for work in one session', async () => {
  const large = connect({ url: store.url, poolSize: 1, workMemory: '256MB' });
  const memoryOf = async (db: Connection) =>
    (await sql<{ value: string }>`SELECT current_setting('work_mem') AS value`.execute(db)).rows[0]?.value;
  expect([await memoryOf(database), await memoryOf(large), await withSession(large, memoryOf)]).toEqual([
    '4MB',
    '256MB',
    '256MB',
  ]);
  expect(await listMissingSettings(large)).toEqual([]);
  await large.destroy();
});

describe('with an address for sessions', () => {
  let pooled: Database;
  beforeAll(() => {
    pooled = connect({ url: store.url, sessionUrl: `${store.url}&application_name=session`, poolSize: 1 });
  });
  afterAll(() => pooled.destroy());

  it('no statement has a name, inside and outside of a transaction', async () => {
    expect(await double(pooled, 1)).toEqual([{ result: 2 }]);
    expect(await inTransaction(pooled, (transaction) => double(transaction, 2))).toEqual([{ result: 4 }]);
    expect((await sql`SELECT FROM pg_prepared_statements`.execute(pooled)).rows).toEqual([]);
  });

  it('work that needs one session has one at that address', async () => {
    const names = await withSession(pooled, async (session) => {
      await sql`SELECT pg_advisory_lock(7)`.execute(session);
      const { rows } = await sql<{ name: string }>`
        SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND objid = 7`.execute(pooled);
      await sql`SELECT pg_advisory_unlock(7)`.execute(session);
      return rows.map(({ name }) => name);
    });
    expect(names).toEqual(['session']);
  });
});

it('a session has an hour for a statement, and other work has seconds', async () => {
  const limitOf = async (db: Connection) => (await sql`SHOW statement_timeout`.execute(db)).rows;
  expect(await limitOf(database)).toEqual([{ statement_timeout: '10s' }]);
  expect(await withSession(database, limitOf)).toEqual([{ statement_timeout: '1h' }]);
});

it('names the settings that a session lacks', async () => {
  expect(await listMissingSettings(database)).toEqual([]);
  const missing = await inTransaction(database, async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL pg_trgm.similarity_threshold = 0.3`.execute(transaction);
    return listMissingSettings(transaction);
  });
  expect(missing.toSorted()).toEqual(['pg_trgm.similarity_threshold', 'statement_timeout']);
});

describe('a transaction', () => {
  it('is rolled back as a whole when its work throws', async () => {
    const work = database.transaction().execute(async (transaction) => {
      await sql`INSERT INTO number VALUES (1)`.execute(transaction);
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    expect((await sql`SELECT * FROM number`.execute(database)).rows).toEqual([]);
  });

  it('cannot be committed after one of its statements has failed', async () => {
    const work = database.transaction().execute(async (transaction) => {
      await sql`INSERT INTO number VALUES (2)`.execute(transaction);
      await sql`SELECT 1 / 0`.execute(transaction).catch(() => {});
    });
    await expect(work).rejects.toThrow(AbortedTransactionError);
    expect((await sql`SELECT * FROM number`.execute(database)).rows).toEqual([]);
  });

  it('has the isolation level and the access mode that it asks for', async () => {
    const work = database
      .transaction()
      .setIsolationLevel('serializable')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const { rows } = await sql`SHOW transaction_isolation`.execute(transaction);
        expect(rows).toEqual([{ transaction_isolation: 'serializable' }]);
        await sql`INSERT INTO number VALUES (3)`.execute(transaction);
      });
    await expect(work).rejects.toThrow('cannot execute INSERT in a read-only transaction');
  });

  it('does not return a lost connection to the pool', async () => {
    const before = await backend();
    const work = database.transaction().execute(async (transaction) => {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    await expect(work).rejects.toThrow();
    expect(await backend()).not.toBe(before);
  });
});
