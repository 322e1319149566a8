import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { QUEUES } from '../../compose.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts';
import { migrate } from '../../platform/database/migrator.ts';
import { installJobs } from '../../platform/jobs/jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { cleanUp, newFolder, PATIENCE } from '../../testing/store-process.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { startTestNode, type TestStore } from '../../testing/test-store.ts';
import { createStoreGauges } from './store-gauges.service.ts';

vi.setConfig(PATIENCE);

const folder = newFolder();
/** The archive works while this file exists. */
const permit = join(folder, 'archive-works');
let postgres: EmbeddedPostgres;
let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  writeFileSync(permit, '');
  postgres = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    settings: ['fsync=off', 'archive_mode=on', `archive_command=test -e ${permit}`],
  });
  await migrate(postgres.url);
  await installJobs(postgres.url, QUEUES);
  store = await startTestNode({ url: postgres.url });
  owner = await signInOperator(store, 'owner');
});
afterAll(async () => {
  await store?.close();
  await postgres?.stop();
  await cleanUp();
});

/** Fills a file of the WAL, so that PostgreSQL archives it now. */
async function archiveNow(): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'test', 'something')`.execute(store.database);
  await sql`SELECT pg_switch_wal()`.execute(store.database);
}
const listFaults = async (): Promise<{ kind: string; since: string }[]> =>
  (await owner.get('/api/v1/health')).json().faults.filter(({ kind }: { kind: string }) => kind === 'failed-archive');
async function readGauge() {
  const gauge = createStoreGauges(store.database, []).find(({ name }) => name === 'oyna_wal_archive_failing');
  return (await gauge?.read())?.[0]?.[1];
}

it('shows an archive that fails, from the last success on, until it works', async () => {
  expect(await listFaults()).toEqual([]);
  expect(await readGauge()).toBe(0);
  rmSync(permit);
  await archiveNow();
  await eventually(async () => expect(await listFaults()).toHaveLength(1));
  expect(await readGauge()).toBe(1);
  const { tasks } = (await owner.get('/api/v1/today')).json();
  expect(tasks).toContainEqual(expect.objectContaining({ kind: 'health', text: 'failed-archive' }));

  writeFileSync(permit, '');
  await eventually(async () => {
    await archiveNow();
    expect(await listFaults()).toEqual([]);
  });
  expect(await readGauge()).toBe(0);
});
