import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/command-process.ts';
import { PATIENCE } from '../testing/store-process.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const run = (...args: string[]) => runCommand(args, { DATABASE_URL: store.url });

it('lists nothing before the first backup', async () => {
  expect(await run('backups', 'list')).toEqual({ code: 0, stdout: 'No backup was recorded\n', stderr: '' });
});

it('records a backup and a rehearsal with the name of the user, and lists them with their age', async () => {
  expect(await run('backups', 'record', '--note', ' bucket oyna-backups ')).toEqual({
    code: 0,
    stdout: 'Recorded a backup\n',
    stderr: '',
  });
  expect((await run('backups', 'record', '--rehearsal')).stdout).toBe('Recorded a rehearsal\n');
  await store.database
    .updateTable('backup_record')
    .set({ done_at: new Date(Date.now() - 3 * 86_400_000) })
    .where('kind', '=', 'backup')
    .execute();
  const records = JSON.parse((await run('backups', 'list', '--json')).stdout);
  expect(records).toMatchObject([
    { kind: 'rehearsal', note: '', isOld: false },
    { kind: 'backup', note: 'bucket oyna-backups', isOld: true, by: expect.stringMatching(/./) },
  ]);
  expect((await run('backups', 'list')).stdout).toMatch(/ {2}backup {2}.* {2}bucket oyna-backups {2}OLD\n$/);
  const audited = await store.database.selectFrom('audit_entry').select(['action', 'actor_kind']).execute();
  expect(audited).toEqual([
    { action: 'backup record', actor_kind: 'command' },
    { action: 'backup record', actor_kind: 'command' },
  ]);
});

it.each([
  [['record', '--note', 'x'.repeat(501)], '--note has at most 500 characters'],
  [['record', '--note'], "option '--note <text>' argument missing"],
  [['record', 'yesterday'], "too many arguments for 'record'. Expected 0 arguments but got 1: yesterday."],
  [['remove'], "unknown command 'remove'"],
])('refuses backups %j and records nothing', async (args, line) => {
  const before = await store.database.selectFrom('backup_record').select('id').execute();
  const { code, stdout, stderr } = await run('backups', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toContain(line);
  expect(await store.database.selectFrom('backup_record').select('id').execute()).toEqual(before);
});

it('shows the health of the store, with the fault of an old backup and of a missing worker', async () => {
  await store.nodes.create('web').heartbeat.run(AbortSignal.abort());
  const { code, stdout, stderr } = await run('health');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^web {2}\S+ {2}\d+\.\d+\.\d+ {2}seen /));
  expect(lines).toContainEqual(expect.stringMatching(/^Epoint {2}0 of 0 payments paid in 24 hours$/));
  expect(lines).toContainEqual(expect.stringMatching(/^FAULT {2}no-worker {2}since /));
  expect(lines).toContainEqual(expect.stringMatching(/^FAULT {2}old-backup {2}since /));
  const all = JSON.parse((await run('health', '--json')).stdout);
  expect(all.nodes).toHaveLength(1);
  expect(all.faults.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['no-worker', 'old-backup']);
  expect(await run('health', 'everything')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("too many arguments for 'health'"),
  });
});
