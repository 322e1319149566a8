import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../../apps/server/src/platform/database/connection.ts';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { prepare, shopEnvironment, startSandbox } from '../resilience/shop-processes.ts';
import { createDatabaseNode, type DatabaseNode } from './database-node.ts';
import { ADDRESSES, DATABASE_NODES, NETWORK, openNetwork } from './network.ts';
import type { Programs } from './programs.ts';
import { createProxy } from './proxy.ts';
import { createStoreNodes, WEB_NODES, WORKER_NODES } from './store-nodes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PUBLIC_PORT = 8080;
const SANDBOX_PORT = 3900;
const START_MS = 120_000;

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** The cluster of deploy/cluster, on real processes. The caller ends the namespace with everything in it. */
export async function openCluster(folder: string, programs: Programs, say: (line: string) => void) {
  const secret = () => randomBytes(12).toString('hex');
  const values = {
    ...Object.fromEntries(
      Object.entries(ADDRESSES).map(([name, address]) => [`${name.toUpperCase()}_ADDRESS`, address]),
    ),
    NETWORK,
    PUBLIC_PORT: `${PUBLIC_PORT}`,
    POSTGRES_BIN: dirname(programs.postgres),
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    STORE_PASSWORD: secret(),
  };
  const network = await openNetwork(programs);
  const databases = DATABASE_NODES.map((name) => createDatabaseNode({ name, folder, network, programs, values }));
  for (const node of databases) node.start();
  const proxy = createProxy(programs, values, folder);
  proxy.start();
  say('waiting for the databases …');
  await patiently(() => isReplicated(databases), START_MS);

  const at = (port: number) => `postgresql://oyna:${values.STORE_PASSWORD}@${ADDRESSES.proxy}:${port}/oyna`;
  const sessionUrl = at(5001);
  const database = connect({ url: sessionUrl, poolSize: 4 });
  await until(async () => canRead(database));
  await prepare({ url: sessionUrl }, database);
  const url = `http://${ADDRESSES.proxy}:${PUBLIC_PORT}`;
  const sandboxUrl = `http://127.0.0.1:${SANDBOX_PORT}`;
  const common = {
    ...shopEnvironment(url, sandboxUrl),
    DATABASE_URL: at(5000),
    DATABASE_SESSION_URL: sessionUrl,
    TRUST_PROXY: '1',
  };
  await startSandbox(common, SANDBOX_PORT);
  const store = createStoreNodes(ROOT, folder, common);
  say('starting the store …');
  // The first one fills the demo.
  for (const name of [...WEB_NODES, ...WORKER_NODES]) await store.start(name);
  await until(async () => (await fetch(`${url}/health/ready`)).ok);

  return {
    url,
    sandboxUrl,
    database,
    store,
    proxy,
    databases,
    root: ROOT,
    environment: common,

    async findLeader(): Promise<DatabaseNode | undefined> {
      const statuses = await Promise.all(databases.map((node) => node.readStatus()));
      const leaders = databases.filter(
        (_, index) => isLeader(statuses[index]?.role) && statuses[index]?.state === 'running',
      );
      return leaders.length === 1 ? leaders[0] : undefined;
    },

    isReplicated: () => isReplicated(databases),
  };
}

const POLL_MS = 500;

/** Waits for something that costs its nodes work to tell. */
export const patiently = (condition: () => Promise<boolean>, patienceMs: number): Promise<void> =>
  until(async () => {
    if (await condition()) return true;
    await wait(POLL_MS);
    return false;
  }, patienceMs);

const isLeader = (role: string | undefined) => role === 'master' || role === 'primary';

/**
 * One leader, to which both others are connected, and one of them may be promoted. Patroni notes it a moment after PostgreSQL
 * waits for it; a leader that is lost in between has no successor until it is back.
 */
async function isReplicated(databases: DatabaseNode[]): Promise<boolean> {
  const statuses = await Promise.all(databases.map((node) => node.readStatus()));
  const leaders = statuses.filter((status) => isLeader(status?.role));
  const replication = leaders[0]?.replication ?? [];
  return (
    leaders.length === 1 &&
    statuses.every((status) => status?.state === 'running' || status?.state === 'streaming') &&
    replication.filter(({ state }) => state === 'streaming').length === databases.length - 1 &&
    replication.some(({ sync_state: state }) => state === 'sync' || state === 'quorum') &&
    statuses.some((status) => status?.sync_standby)
  );
}

async function canRead(database: ReturnType<typeof connect>): Promise<boolean> {
  return database
    .selectNoFrom(({ val }) => val(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    );
}
