import { globSync, readFileSync } from 'node:fs';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { listDeliveries, makeDue, settle } from '../resilience/process-kills.ts';
import { type Cluster, openCluster, patiently } from './cluster.ts';
import { killStoreNodes, LEADER_FAULTS, restartAll, strikeLeader } from './faults.ts';
import { failedRow, type GoalRow, goalTable, lookRow, noneRow, recoveryRow } from './goals.ts';
import { type Load, startLoad } from './load.ts';
import type { Programs } from './programs.ts';
import { installRelease, migrateStore } from './release.ts';

interface RehearsalOptions {
  folder: string;
  programs: Programs;
  seed: number;
  /** The part of the full number of faults. */
  size: number;
  /** The parts to run, with commas. */
  only?: string | undefined;
}

const FULL = { kills: 20, freezes: 5, cuts: 5, nodes: 50 };
const SETTLE_MS = 180_000;

/** Runs the faults under load. True when every goal was met. */
export async function rehearse({ folder, programs, seed, size, only }: RehearsalOptions): Promise<boolean> {
  const say = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
  const sized = (full: number) => Math.max(1, Math.round(full * size));
  const sizes = {
    kills: sized(FULL.kills),
    freezes: sized(FULL.freezes),
    cuts: sized(FULL.cuts),
    nodes: sized(FULL.nodes),
  };
  const cluster = await openCluster(folder, programs, say);
  const load = await startLoad(cluster, seed);
  const random = createRandom(seed);
  const context = { cluster, load, random };
  const rows: GoalRow[] = [];
  await load.waitForPurchase(SETTLE_MS);

  const repeat = async (count: number, work: (turn: number) => Promise<number>) => {
    const seconds: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      seconds.push(await work(turn));
      say(`  ${turn + 1} of ${count}: ${seconds.at(-1)?.toFixed(1)} s`);
    }
    return seconds;
  };
  const { power, process: ofProcess, freeze, cut } = LEADER_FAULTS;
  const parts: Record<string, { what: string; mayFail: boolean; run: () => Promise<number[]> }> = {
    kills: {
      what: `leader killed ${sizes.kills} × (in turns the whole machine and PostgreSQL alone)`,
      mayFail: true,
      run: () => repeat(sizes.kills, (turn) => strikeLeader(context, turn % 2 === 0 ? power : ofProcess)),
    },
    freezes: {
      what: `leader frozen ${sizes.freezes} ×`,
      mayFail: true,
      run: () => repeat(sizes.freezes, () => strikeLeader(context, freeze)),
    },
    cuts: {
      what: `network of the leader cut ${sizes.cuts} ×`,
      mayFail: true,
      run: () => repeat(sizes.cuts, () => strikeLeader(context, cut)),
    },
    nodes: {
      what: `web and worker killed ${sizes.nodes} × each`,
      mayFail: false,
      run: () => repeat(sizes.nodes, (turn) => killStoreNodes(context, turn)),
    },
    restart: { what: 'rolling restart of every node', mayFail: true, run: () => restartAll(context) },
    upgrade: {
      what: 'rolling upgrade: every node again, web and workers from another folder',
      mayFail: true,
      async run() {
        cluster.store.installRelease(installRelease(cluster.root, folder));
        await migrateStore(cluster.environment);
        return restartAll(context);
      },
    },
  };

  for (const name of only?.split(',') ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
    say(part.what);
    const [mark, looked, bought] = [cluster.proxy.mark(), { ...load.looks }, load.promised.length];
    const failedBefore = load.failedLooks.length;
    const slowBefore = countSlowSyncs(folder);
    const seconds = await part.run();
    const answers = cluster.proxy.countAnswers(mark);
    const note = `${load.promised.length - bought} bought, ${answers.failed} of ${answers.all} requests failed`;
    rows.push(recoveryRow(part.what, seconds, note));
    const { answered, failed } = load.looks;
    rows.push(lookRow(name, { answered: answered - looked.answered, failed: failed - looked.failed }));
    if (!part.mayFail) rows.push(failedRow(name, answers));
    for (const row of rows.slice(-3)) say(`  ${row.what}: ${row.result}`);
    for (const line of countSame(load.failedLooks.slice(failedBefore))) say(`  failed: ${line}`);
    const slow = countSlowSyncs(folder) - slowBefore;
    if (slow > 0) say(`  slow disk: ${slow} × a sync of etcd took more than a second, and Patroni waits for it`);
  }

  await load.stop();
  say('settling …');
  rows.push(...(await checkBooks(cluster, load, say)));
  const isMet = rows.every((row) => row.isMet);
  process.stdout.write(`\nseed ${seed}\n\n${goalTable(rows)}\n`);
  return isMet;
}

const countSame = (lines: readonly string[]): string[] =>
  Object.entries(Object.groupBy(lines, (line) => line)).map(([line, same]) => `${same?.length} × ${line}`);

/** Each is a line in the log of etcd. */
const countSlowSyncs = (folder: string): number =>
  globSync(`${folder}/*/etcd.log`).reduce(
    (sum, log) => sum + readFileSync(log, 'utf8').split('wal: sync duration of').length - 1,
    0,
  );

/** What must be true when the faults are over. */
async function checkBooks(cluster: Cluster, { promised }: Load, say: (line: string) => void): Promise<GoalRow[]> {
  // HAProxy that was just restarted may lead to a standby until its first look.
  const isDue = async () =>
    makeDue(cluster).then(
      () => true,
      () => false,
    );
  await patiently(isDue, SETTLE_MS);
  const faults = await settle(cluster, SETTLE_MS);
  const isQuiet = async () => (await sql`SELECT FROM outbox`.execute(cluster.database)).rows.length === 0;
  await patiently(isQuiet, SETTLE_MS).catch(() => void faults.push('jobs wait in the outbox'));
  const delivered = await listDeliveries(cluster);
  const lost = promised
    .filter(({ orderId, keyIds }) => keyIds.some((id) => delivered.get(id) !== orderId))
    .map(({ orderId }) => `lost: ${orderId}`);
  const seen = new Set<number>();
  const twice = promised
    .flatMap(({ keyIds }) => keyIds)
    .filter((id) => seen.has(id) || !seen.add(id))
    .map((id) => `key ${id} twice`);
  const { broken } = cluster.proxy.countAnswers();
  for (const line of [...faults, ...lost, ...twice, ...broken].slice(0, 30)) say(`  FAULT  ${line}`);
  return [
    noneRow('answers with 500', broken),
    noneRow('purchases acknowledged and lost', lost, `${promised.length} kept`),
    noneRow('keys sold twice', twice),
    noneRow("invariants broken, differences to the providers' books", faults),
  ];
}
