import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, patiently } from './cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import type { Load } from './load.ts';
import { type StoreNodeName, WEB_NODES, WORKER_NODES } from './store-nodes.ts';

/** How long a rehearsal waits for what has a goal of 30 seconds, so that a missed goal is a number. */
const PATIENCE_MS = 180_000;
/** The longest pause before a fault. */
const PAUSE_MS = 2_000;

/** What happens to the leader, and how it is undone when another node leads. */
export interface LeaderFault {
  strike: (leader: DatabaseNode) => Promise<void> | void;
  undo: (leader: DatabaseNode) => Promise<void> | void;
}

export const LEADER_FAULTS = {
  power: { strike: (node) => node.kill(), undo: (node) => node.start() },
  process: { strike: (node) => node.killPostgres(), undo: () => {} },
  freeze: { strike: (node) => node.freeze(), undo: (node) => node.thaw() },
  cut: { strike: (node) => node.cut(), undo: (node) => node.join() },
} satisfies Record<string, LeaderFault>;

interface Rehearsal {
  cluster: Cluster;
  load: Load;
  random: () => number;
}

/** The seconds until a purchase that began after the fault is delivered. The node then joins again. */
export async function strikeLeader({ cluster, load, random }: Rehearsal, fault: LeaderFault): Promise<number> {
  await patiently(cluster.isReplicated, PATIENCE_MS);
  await wait(random() * PAUSE_MS);
  const leader = await cluster.findLeader();
  if (!leader) throw new Error('there is no leader');
  await fault.strike(leader);
  const seconds = await load.waitForPurchase(PATIENCE_MS);
  await fault.undo(leader);
  await patiently(cluster.isReplicated, PATIENCE_MS);
  return seconds;
}

/** Kills one web server and one worker at once and starts them again. */
export async function killStoreNodes({ cluster, load, random }: Rehearsal, turn: number): Promise<number> {
  await wait(random() * PAUSE_MS);
  const nodes = [WEB_NODES[turn % 2], WORKER_NODES[turn % 2]] as StoreNodeName[];
  await Promise.all(nodes.map((name) => cluster.store.end(name, 'SIGKILL')));
  const seconds = await load.waitForPurchase(PATIENCE_MS);
  await Promise.all(nodes.map((name) => cluster.store.start(name)));
  await patiently(() => cluster.proxy.isReady(nodes[0] ?? ''), PATIENCE_MS);
  return seconds;
}

/** Restarts everything in turn, the leader after its standbys. Returns the seconds to a purchase after each restart. */
export async function restartAll({ cluster, load }: Rehearsal): Promise<number[]> {
  const seconds: number[] = [];
  const leader = await cluster.findLeader();
  const standbys = cluster.databases.filter((node) => node !== leader);
  for (const node of leader ? [...standbys, leader] : standbys) {
    await node.stop();
    seconds.push(await load.waitForPurchase(PATIENCE_MS));
    node.start();
    await patiently(cluster.isReplicated, PATIENCE_MS);
  }
  for (const name of [...WEB_NODES, ...WORKER_NODES]) {
    await cluster.store.end(name, 'SIGTERM');
    seconds.push(await load.waitForPurchase(PATIENCE_MS));
    await cluster.store.start(name);
    if (name.startsWith('web')) await patiently(() => cluster.proxy.isReady(name), PATIENCE_MS);
  }
  cluster.proxy.start();
  seconds.push(await load.waitForPurchase(PATIENCE_MS));
  return seconds;
}
