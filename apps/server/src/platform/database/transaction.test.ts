import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import type { Connection } from './connection.ts';
import { retryConflicts } from './retry.ts';
import { inTransaction } from './transaction.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await sql`CREATE TABLE counter (id integer PRIMARY KEY, value integer NOT NULL DEFAULT 0)`.execute(store.database);
  await sql`INSERT INTO counter VALUES (1), (2)`.execute(store.database);
});
afterAll(() => store.close());

const raise = (db: Connection, id: number) => sql`UPDATE counter SET value = value + 1 WHERE id = ${id}`.execute(db);
const conflict = (code: string) => Object.assign(new Error('rolled back'), { code });

/** Both transactions lock their first row before either locks its second one. */
async function deadlock(run: (work: (db: Connection) => Promise<void>) => Promise<void>): Promise<string[]> {
  let waiting = 0;
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = (first: number, second: number) => async (db: Connection) => {
    await raise(db, first);
    waiting += 1;
    if (waiting === 2) release();
    await both;
    await raise(db, second);
  };
  const results = await Promise.allSettled([run(work(1, 2)), run(work(2, 1))]);
  return results.map(({ status }) => status).sort();
}

describe('inTransaction', () => {
  it('repeats the transaction that PostgreSQL ended because of a deadlock', async () => {
    expect(await deadlock((work) => inTransaction(store.database, work))).toEqual(['fulfilled', 'fulfilled']);
    const { rows } = await sql<{ value: number }>`SELECT value FROM counter ORDER BY id`.execute(store.database);
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('reports how its connection was lost, not that it could not be rolled back', async () => {
    const lost = inTransaction(store.database, (transaction) =>
      sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(transaction),
    );
    await expect(lost).rejects.toMatchObject({ code: '57P01' });
    expect(await inTransaction(store.database, (transaction) => raise(transaction, 3))).toMatchObject({ rows: [] });
  });

  it('is needed, because one of two deadlocked transactions fails without it', async () => {
    const results = await deadlock((work) => store.database.transaction().execute(work));
    expect(results).toEqual(['fulfilled', 'rejected']);
  });

  it('is the only function of the server that opens a transaction', async () => {
    const offenders: string[] = [];
    for await (const file of glob('apps/server/src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })) {
      if (file.endsWith('database/transaction.ts')) continue;
      if (readFileSync(file, 'utf8').includes('.transaction().execute(')) offenders.push(file);
    }
    expect(offenders).toEqual([]);
  });
});

describe('retryConflicts', () => {
  it.each(['40P01', '40001'])('repeats work that failed with %s', async (code) => {
    let tries = 0;
    const result = await retryConflicts(async () => {
      tries += 1;
      if (tries < 3) throw conflict(code);
      return 'done';
    });
    expect([result, tries]).toEqual(['done', 3]);
  });

  it('gives up after a bounded number of tries with the last error', async () => {
    let tries = 0;
    const work = retryConflicts(async () => {
      tries += 1;
      throw conflict('40P01');
    });
    await expect(work).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(5);
  });

  it.each([new AppError('state-conflict'), conflict('23505'), 'no error object'])(
    'does not repeat work that failed with %s',
    async (error) => {
      let tries = 0;
      const work = retryConflicts(async () => {
        tries += 1;
        throw error;
      });
      await expect(work).rejects.toBe(error);
      expect(tries).toBe(1);
    },
  );
});
