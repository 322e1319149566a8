import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../apps/server/src/platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { cleanUp, newFolder, postgresPid, until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { keepBuying, listDeliveries, makeDue, type PromisedKeys, settle } from './process-kills.ts';
import { prepare, runMain, shopEnvironment, startSandbox } from './shop-processes.ts';
import { startStandby } from './standby.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 420_000 });
afterAll(cleanUp);

const BUYERS = 4;
const BEFORE = 4;
const AFTER = 4;
/** The processes are killed, not the machine. */
const SETTINGS = ['fsync=off', 'max_connections=60'];

it('loses nothing when the primary database is killed and its standby takes over, with two web servers and a worker', async () => {
  const folder = newFolder();
  const primaryFolder = join(folder, 'data');
  const primary = await startEmbeddedPostgres({ directory: join(primaryFolder, 'postgres'), settings: SETTINGS });
  let database = connect({ url: primary.url, poolSize: 4 });
  await prepare(primary, database);
  const productId = await stockProduct(database, 3_000);
  const members = await createMembers({ database }, BUYERS);
  const standby = await startStandby(primary, { folder, settings: SETTINGS });
  await sql`ALTER SYSTEM SET synchronous_standby_names = 'standby'`.execute(database);
  await sql`SELECT pg_reload_conf()`.execute(database);
  await until(async () => (await readSyncState(database)) === 'sync');

  const address = await forward(portOf(primary));
  const [sandboxPort, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const urls = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`);
  const common = shopEnvironment(urls[0] ?? '', sandboxUrl);
  const sandbox = await startSandbox(common, sandboxPort);
  const processes = await Promise.all(
    ports.map(async (port, index) => {
      const opened = runMain({
        ...common,
        DATABASE_URL: addressOf(primary, address.port),
        ROLE: index < 2 ? 'web' : 'worker',
        PORT: `${port}`,
        SANDBOX_PORT: `${await freePort()}`,
        CONSOLE_PORT: '0',
        DATA_DIR: join(folder, `node-${index}`),
      });
      await opened.printed('Stop it with Ctrl-C.');
      return opened;
    }),
  );
  const isOver = { value: false };
  try {
    const promised: PromisedKeys[] = [];
    const shoppers = members.map((member, index) =>
      keepBuying({ url: urls[index % 2] ?? '' }, member, productId, createRandom(index + 1), promised, isOver),
    );
    await until(() => promised.length >= BEFORE, 240_000);

    await database.destroy();
    process.kill(postgresPid(primaryFolder), 'SIGKILL');
    await primary.stop(); // or it would be started again
    const killed = Date.now();
    const known = promised.length;
    database = connect({ url: standby.url, poolSize: 4 });
    await sql`SELECT pg_promote(true, 60)`.execute(database);
    address.moveTo(portOf(standby));
    await until(() => promised.length >= known + AFTER, 120_000);
    const seconds = (Date.now() - killed) / 1000;

    isOver.value = true;
    await Promise.all(shoppers);
    await makeDue({ database });
    expect(await settle({ database, sandboxUrl }, 180_000)).toEqual([]);
    // The worker has reconnected too: it takes what the purchases have queued.
    await until(async () => (await sql`SELECT FROM outbox`.execute(database)).rows.length === 0);
    const delivered = await listDeliveries({ database });
    const lost = promised.filter(({ orderId, keyIds }) => keyIds.some((id) => delivered.get(id) !== orderId));
    expect(lost).toEqual([]);
    expect(new Set(promised.flatMap(({ keyIds }) => keyIds)).size).toBe(
      promised.flatMap(({ keyIds }) => keyIds).length,
    );
    expect(processes.map(({ child }) => child.exitCode)).toEqual([null, null, null]);
    process.stdout.write(
      `failover: ${known} purchases before, ${promised.length - known} after; ${seconds} s until the ${AFTER}th\n`,
    );
  } finally {
    isOver.value = true;
    for (const { child, exited } of [...processes, sandbox]) {
      child.kill('SIGKILL');
      await exited;
    }
    await address.close();
    await database.destroy();
    await standby.stop();
    await primary.stop();
  }
});

async function readSyncState(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ sync_state: string }>`SELECT sync_state FROM pg_stat_replication`.execute(database);
  return rows[0]?.sync_state;
}

const portOf = ({ url }: EmbeddedPostgres): number => Number(new URL(url).port);

function addressOf({ url }: EmbeddedPostgres, port: number): string {
  const address = new URL(url);
  address.searchParams.delete('host');
  address.port = `${port}`;
  return address.href;
}

/** Plays the virtual address of a database: connections lead to the primary, and break when it moves. */
async function forward(target: number) {
  let current = target;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = openSocket(current, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port,
    moveTo(next: number) {
      current = next;
      breakAll();
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
