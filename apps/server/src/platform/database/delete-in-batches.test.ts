import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { inTransaction } from './transaction.ts';

const OLD = 4_500;

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(async () => {
  await sql`TRUNCATE rate_limit`.execute(store.database);
  await sql`INSERT INTO rate_limit (name, used, resets_at)
    SELECT 'old ' || i, 1, now() - interval '1 minute' FROM generate_series(1, ${OLD}::integer) AS i
    UNION ALL SELECT 'new', 1, now() + interval '1 hour'`.execute(store.database);
});

const isOver = sql`resets_at <= now()`;
async function listNames(): Promise<string[]> {
  const rows = await store.database.selectFrom('rate_limit').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

it('deletes everything that is over and nothing else', async () => {
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(OLD);
  expect(await listNames()).toEqual(['new']);
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(0);
});

it('deletes the same when it looks in the order of a column', async () => {
  expect(await deleteInBatches(store.database, 'rate_limit', isOver, undefined, sql.ref('resets_at'))).toBe(OLD);
  expect(await listNames()).toEqual(['new']);
});

it('does not wait for a row that is in use, and leaves it for the next run', async () => {
  await inTransaction(store.database, async (transaction) => {
    await sql`UPDATE rate_limit SET used = 2 WHERE name = 'old 1'`.execute(transaction);
    expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(OLD - 1);
  });
  expect(await listNames()).toEqual(['new', 'old 1']);
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(1);
});

it('keeps a row that has changed since it was looked up', async () => {
  await sql`CREATE FUNCTION renew_row() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN UPDATE rate_limit SET resets_at = now() + interval '1 hour' WHERE name = 'old 4000'; RETURN old; END$$`.execute(
    store.database,
  );
  await sql`CREATE TRIGGER renew_row BEFORE DELETE ON rate_limit FOR EACH ROW WHEN (old.name = 'old 1')
    EXECUTE FUNCTION renew_row()`.execute(store.database);
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(OLD - 1);
  expect(await listNames()).toEqual(['new', 'old 4000']);
  await sql`DROP FUNCTION renew_row CASCADE`.execute(store.database);
});

it('looks again when there is more than it looks up at once', async () => {
  const more = 20_000;
  await sql`INSERT INTO rate_limit (name, used, resets_at)
    SELECT 'older ' || i, 1, now() - interval '1 hour' FROM generate_series(1, ${more}::integer) AS i`.execute(
    store.database,
  );
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(OLD + more);
  expect(await listNames()).toEqual(['new']);
});

it('deletes the rest after a batch in which a row stayed', async () => {
  await sql`CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
    store.database,
  );
  await sql`CREATE TRIGGER keep_row BEFORE DELETE ON rate_limit FOR EACH ROW WHEN (old.name = 'old 1')
    EXECUTE FUNCTION keep_row()`.execute(store.database);
  expect(await deleteInBatches(store.database, 'rate_limit', isOver)).toBe(OLD - 1);
  await sql`DROP FUNCTION keep_row CASCADE`.execute(store.database);
});

it('keeps what it has deleted when it is interrupted', async () => {
  const interrupted = new AbortController();
  let batches = 0;
  const signal = {
    throwIfAborted() {
      if (batches++ === 1) interrupted.abort();
      interrupted.signal.throwIfAborted();
    },
  } as AbortSignal;
  await expect(deleteInBatches(store.database, 'rate_limit', isOver, signal)).rejects.toThrow('aborted');
  const left = (await listNames()).length - 1;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(OLD);
});
