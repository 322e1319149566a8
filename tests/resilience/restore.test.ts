import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { claimDataFolder } from '../../apps/server/src/platform/data-folder.ts';
import { connect, type Database } from '../../apps/server/src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { cleanUp, newFolder, runCli, until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { ask, beginPayment, buyOne, createBasket, listKeyIds, pressButton, readOrder } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { prepare, runMain, shopEnvironment, startSandbox } from './shop-processes.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 420_000 });
afterAll(cleanUp);

const KEYS = 6;

it('restores a moment: what was paid later is found at the providers, and no key is sold twice', async () => {
  const folder = newFolder();
  const [dataDir, backups, directory] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'data/postgres')];
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const common = shopEnvironment(url, sandboxUrl);
  const sandbox = await startSandbox(common, sandboxPort);
  const cli = (args: string[], more = {}) =>
    runCli(args, { ...common, DATA_DIR: dataDir, BACKUP_DIR: backups, ...more });

  /** A store on the embedded database, with its WAL in the archive. */
  const open = async () => {
    const release = claimDataFolder(dataDir, true);
    const postgres = await startEmbeddedPostgres({ directory, archiveTo: backups });
    const database = connect({ url: postgres.url, poolSize: 4 });
    await prepare(postgres, database);
    const ports = { PORT: `${port}`, CONSOLE_PORT: '0', SANDBOX_PORT: `${await freePort()}` };
    const store = runMain({ ...common, ...ports, DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'store') });
    await store.printed('Stop it with Ctrl-C.');
    const close = async () => {
      store.child.kill('SIGTERM');
      await store.exited;
      await database.destroy();
      await postgres.stop();
      release();
    };
    return { url, sandboxUrl, database, close };
  };

  let shop = await open();
  const productId = await stockProduct(shop.database, KEYS);
  const [early, waiting, late, last] = await createMembers(shop, 4);
  if (!early || !waiting || !late || !last) throw new Error('four members');
  const sessions = await shop.database.selectFrom('account_session').selectAll().execute();

  const first = await cli(['backup', '--json']);
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
  const backup = JSON.parse(first.stdout);
  for (const path of ['', 'cluster', 'manifest.json', 'password', 'cluster/global/pg_control'])
    expect(statSync(join(backup.place, path)).mode & 0o077).toBe(0);
  // What Health and `backups list` show.
  const recorded = await shop.database.selectFrom('backup_record').select(['kind', 'note']).execute();
  expect(recorded).toEqual([{ kind: 'backup', note: expect.stringContaining(backup.name) }]);

  // Before the moment: one purchase, and a payment that has begun.
  const kept = await buyOne(shop, early, productId, 'epoint');
  expect(kept.outcome).toBe('bought');
  const basket = await createBasket(shop, waiting, [{ id: productId, count: 1 }]);
  const begun = await beginPayment(shop, waiting, 'epoint', basket.body.id);
  const moment = await readClock(shop.database);
  await until(async () => (await readClock(shop.database)) > moment);
  // After it: that payment is paid, and a purchase that the restored database does not know.
  await pressButton(begun.body, 'approve');
  const isPaid = async () => (await readOrder(shop, waiting, begun.body.orderId, 5)).body.state === 'paid';
  await until(isPaid);
  const lost = await buyOne(shop, late, productId, 'platron');
  expect(lost.outcome).toBe('bought');
  const lostOrder = await readOrderOf(shop.database, late.accountId);

  const to = ['restore', '--to', moment.toISOString()];
  const refused = [
    [await cli([...to, '--yes']), 'is in use by a running store'],
    [await cli([...to, '--yes'], { KEY_ENCRYPTION_KEY: 'ab'.repeat(32) }), 'KEY_ENCRYPTION_KEY does not open the keys'],
  ] as const;
  await shop.close();
  for (const [{ code, stderr }, line] of refused) {
    expect(code).toBe(1);
    expect(stderr).toContain(line);
  }
  const preview = await cli(to);
  expect(preview).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nothing was changed. Add --yes to do it.'),
  });
  expect(readdirSync(directory).sort()).toEqual(['cluster', 'password', 'postgres.log']);

  const restored = await cli([...to, '--yes', '--json']);
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  const report = JSON.parse(restored.stdout);
  expect(report).toMatchObject({
    isDone: true,
    isCompared: true,
    unknownOrders: [lostOrder.order_id],
    refundedOrders: [],
  });
  expect(report).toMatchObject({ quarantinedKeys: 1, lostBatches: [], waitingPayments: 1, daysToReconcile: [] });
  expect(+new Date(report.restoredTo)).toBeLessThanOrEqual(+moment);
  expect(statSync(join(report.kept, 'PG_VERSION')).isFile()).toBe(true);

  shop = await open();
  try {
    expect(await shop.database.selectFrom('account_session').select('id').execute()).toEqual([]);
    await shop.database.insertInto('account_session').values(sessions).execute();
    await until(isPaid); // the poller has asked the provider
    const books = await findFaults(shop);
    expect(books).toEqual([expect.stringContaining(`for ${lostOrder.order_id}, which does not exist`)]);
    const check = await cli(['check']);
    expect(check.stdout).toContain(`ALERT  unknown-order: platron ${lostOrder.order_id}: ${lostOrder.number}: `);
    expect({ code: check.code, faults: check.stdout.match(/^FAULT.*$/gm) }).toEqual({ code: 0, faults: null });
    // Keys open, and the key that a customer got after the moment is never sold again.
    const opened = await ask<{ key: string }>(shop, early, 'POST', `/api/v1/user/keys/${kept.keyIds[0]}/reveal`);
    expect(opened).toMatchObject({ status: 200, body: { key: expect.stringContaining('TEST-') } });
    const settled = listKeyIds((await readOrder(shop, waiting, begun.body.orderId)).body);
    const sold = [...kept.keyIds, ...settled];
    for (
      let next = await buyOne(shop, last, productId, 'epoint');
      ;
      next = await buyOne(shop, last, productId, 'epoint')
    ) {
      if (next.outcome === 'out-of-stock') break;
      expect(next.outcome).toBe('bought');
      sold.push(...next.keyIds);
    }
    expect(new Set(sold).size).toBe(KEYS - 1);
    expect(sold).not.toContain(lost.keyIds[0]);
    expect((await readOrderOf(shop.database, last.accountId)).number).not.toBe(lostOrder.number);
  } finally {
    await shop.close();
    sandbox.child.kill('SIGKILL');
    await sandbox.exited;
  }

  // A damaged backup is not restored.
  const broken = join(backup.place, 'cluster/PG_VERSION');
  writeFileSync(broken, `${readFileSync(broken, 'utf8')} `);
  const damaged = await cli(['restore', backup.name, '--yes']);
  expect(damaged).toMatchObject({
    code: 1,
    stderr: `The backup ${backup.name} is damaged: cluster/PG_VERSION was changed\n`,
  });
});

async function readClock(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(database);
  return rows[0]?.now ?? new Date(0);
}

async function readOrderOf(database: Database, accountId: number) {
  return database
    .selectFrom('payment')
    .select(['order_id', 'number'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}
