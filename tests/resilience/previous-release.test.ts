import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { connect } from '../../apps/server/src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { listMigrations } from '../../apps/server/src/platform/database/migrator.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { cleanUp, newFolder, runCli } from '../../apps/server/src/testing/store-process.ts';
import { createMember } from '../../apps/server/src/testing/test-member.ts';
import { buyOne } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { findPreviousRelease, writeRelease } from './previous-release.ts';
import { prepare, runMain, shopEnvironment, startSandbox } from './shop-processes.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 420_000 });
afterAll(cleanUp);

it('runs the code before the newest migration on the schema of today: it starts, sells a key and sends the mail', async ({
  skip,
}) => {
  const commit = findPreviousRelease();
  if (!commit) return skip('this clone has no history: git fetch --unshallow');
  const folder = newFolder();
  const main = writeRelease(commit, join(folder, 'release'));
  const newest = listMigrations().filter(({ name }) => !existsSync(join(main, '../../migrations', name)));
  expect(newest).not.toEqual([]);

  const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), settings: ['fsync=off'] });
  const database = connect({ url: postgres.url, poolSize: 4 });
  try {
    await prepare(postgres, database);
    // Commits between two releases have the same version. The functions of today belong to the later one.
    await sql`UPDATE schema_function SET version = '99.0.0'`.execute(database);
    const productId = await stockProduct(database, 2);
    const member = await createMember({ database });
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
    const environment = { ...shopEnvironment(url, sandboxUrl), DATABASE_URL: postgres.url };
    const sandbox = await startSandbox(environment, sandboxPort);
    const old = runMain(
      {
        ...environment,
        PORT: `${port}`,
        SANDBOX_PORT: `${await freePort()}`,
        CONSOLE_PORT: '0',
        WEB_PROCESSES: '1',
        DATA_DIR: join(folder, 'data'),
      },
      main,
    );
    await old.printed('Stop it with Ctrl-C.');

    const bought = await buyOne({ url }, member, productId, 'epoint');
    expect(bought).toMatchObject({ outcome: 'bought', keyIds: [expect.any(Number)] });
    await expect.poll(() => countMails(sandboxUrl), { timeout: 120_000 }).toBe(1);
    old.child.kill('SIGTERM');
    expect(await old.exited).toBe(0);

    const { rows } = await sql`SELECT DISTINCT version FROM schema_function`.execute(database);
    expect(rows).toEqual([{ version: '99.0.0' }]);
    expect(await findFaults({ database, sandboxUrl })).toEqual([]);
    const check = await runCli(['check', '--full'], { ...environment, DATA_DIR: join(folder, 'check') });
    expect(check).toMatchObject({ code: 0, stderr: '' });
    sandbox.child.kill('SIGKILL');
    await sandbox.exited;
  } finally {
    await database.destroy();
    await postgres.stop();
  }
});

async function countMails(sandboxUrl: string): Promise<number> {
  const mails = (await (await fetch(`${sandboxUrl}/mail.json`)).json()) as unknown[];
  return mails.length;
}
