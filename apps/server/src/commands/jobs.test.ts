import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createFailedJobsService } from '../features/health/failed-jobs.service.ts';
import { runCommand } from '../testing/command-process.ts';
import { PATIENCE } from '../testing/store-process.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
let first: string;
let second: string;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(async () => {
  await sql`DELETE FROM pgboss.job`.execute(store.database);
  [first, second] = [await addFailed('mailbox full'), await addFailed('no such mailbox')];
});

const run = (...args: string[]) => runCommand(['jobs', ...args], { DATABASE_URL: store.url });

/** A mail that the mail server refused for good. */
async function addFailed(reason: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO pgboss.job (name, data, source_name, source_output)
    VALUES ('dead-letters', '{"kind": "paid", "orderId": "ORDER"}', 'order-messages',
      ${JSON.stringify({ message: reason })}::jsonb) RETURNING id`.execute(store.database);
  return rows[0]?.id ?? '';
}

async function listFailed(): Promise<string[]> {
  const { items } = await createFailedJobsService(store.database).list({ after: null, limit: 100 });
  return items.map(({ id }) => id).toSorted();
}

const countWaiting = async () =>
  (await sql`SELECT FROM pgboss.job WHERE name = 'order-messages' AND state = 'created'`.execute(store.database)).rows
    .length;

const listAudited = async () =>
  (
    await store.database.selectFrom('audit_entry').select(['action', 'subject', 'reason']).orderBy('id').execute()
  ).slice(-1);

it('lists failed jobs with queue and reason', async () => {
  const { code, stdout } = await run('list');
  expect(JSON.parse((await run('list', '--json')).stdout)).toHaveLength(2);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^\\S+  order-messages  ${first}  mailbox full$`, 'm'));
  await sql`DELETE FROM pgboss.job`.execute(store.database);
  expect((await run('list')).stdout).toBe('No job was given up\n');
});

it('sends one job back, once, and leaves the others', async () => {
  expect(await run('retry', first)).toEqual({ code: 0, stdout: 'Sent back 1 job\n', stderr: '' });
  expect(await listFailed()).toEqual([second]);
  expect(await countWaiting()).toBe(1);
  const again = await run('retry', first);
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 1, stdout: '' });
  expect(again.stderr).not.toContain('    at ');
  expect(await countWaiting()).toBe(1);
});

it('sends all back', async () => {
  expect((await run('retry')).stdout).toBe('Sent back 2 jobs\n');
  expect(await listFailed()).toEqual([]);
  expect((await run('retry')).stdout).toBe('Sent back 0 jobs\n');
});

it('gives one job up with a reason, which is recorded', async () => {
  expect(await run('dismiss', second, '--reason', ' the buyer left ')).toEqual({
    code: 0,
    stdout: `Dismissed ${second}\n`,
    stderr: '',
  });
  expect(await listFailed()).toEqual([first]);
  expect(await countWaiting()).toBe(0);
  expect(await listAudited()).toMatchObject([{ action: 'job dismiss', reason: 'the buyer left' }]);
  expect((await run('dismiss', second, '--reason', 'again')).code).toBe(1);
});

it.each([
  [['retry', '17'], 2, '17 is not the id of a job: see them with "jobs list"'],
  [['retry', "x' OR true"], 2, 'is not the id of a job'],
  [['dismiss', '17', '--reason', 'old'], 2, '17 is not the id of a job'],
  [['dismiss', randomUUID()], 2, "required option '--reason <text>' not specified"],
  [['dismiss', randomUUID(), '--reason', '  '], 2, '--reason needs a text'],
  [['dismiss', '--reason', 'old'], 2, "missing required argument 'job'"],
  [['retry', randomUUID()], 1, ''],
  [['dismiss', randomUUID(), '--reason', 'old'], 1, ''],
])('refuses %j and changes nothing', async (args, code, line) => {
  const before = await listAudited();
  const result = await run(...args);
  expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
  expect(result.stderr.split('\n')[0]).toContain(line);
  expect(result.stderr).not.toContain('    at ');
  expect(await listFailed()).toEqual([first, second].toSorted());
  expect(await listAudited()).toEqual(before);
});
