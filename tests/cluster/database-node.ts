import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { ADDRESSES, type DatabaseNodeName, type Network } from './network.ts';
import type { Programs } from './programs.ts';
import { fillTemplate } from './templates.ts';

/** What Patroni of a node says about it. */
export interface NodeStatus {
  state: string;
  role: string;
  timeline?: number;
  /** Patroni has noted the node as the synchronous standby, which may be promoted. */
  sync_standby?: boolean;
  replication?: { application_name: string; state: string; sync_state: string }[];
}

interface DatabaseNodeParts {
  name: DatabaseNodeName;
  folder: string;
  network: Network;
  programs: Programs;
  values: Readonly<Record<string, string>>;
}

const ASK_MS = 2_000;

export type DatabaseNode = ReturnType<typeof createDatabaseNode>;

/** A machine with etcd, Patroni, PostgreSQL and pgbouncer. */
export function createDatabaseNode({ name, folder, network, programs, values }: DatabaseNodeParts) {
  const address = ADDRESSES[name];
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  const own = { ...values, NODE_NAME: name, NODE_ADDRESS: address, STATE_DIR: home, CONFIG_DIR: home };
  const fill = (file: string) => fillTemplate(file, own, home);
  for (const file of ['create-database.sh', 'userlist.txt']) fill(file);
  const commands = {
    etcd: [programs.etcd, '--config-file', fill('etcd.yml')],
    patroni: [programs.patroni, fill('patroni.yml')],
    pgbouncer: [programs.pgbouncer, '--quiet', fill('pgbouncer.ini')],
  };

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of network.listProcesses(name)) kill(pid, signal);
  };

  function start(): void {
    for (const [program, command] of Object.entries(commands)) {
      const log = openSync(join(home, `${program}.log`), 'a');
      const [first = '', ...args] = [...network.prefixOf(name), ...command];
      spawn(first, args, { cwd: home, stdio: ['ignore', log, log] }).on('error', () => {});
    }
  }

  return {
    name,
    start,

    /** All processes at once, as when the machine loses power. */
    async kill(): Promise<void> {
      signalAll('SIGKILL');
      await until(() => network.listProcesses(name).length === 0);
    },

    /** PostgreSQL with all its processes. Patroni keeps running. */
    killPostgres(): void {
      for (const pid of network.listProcesses(name)) if (isPostgres(pid)) kill(pid, 'SIGKILL');
    },

    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    cut: () => network.cut(name),
    join: () => network.join(name),

    /** Asks the services to stop, as a machine does that is shut down. Patroni hands the role over first. */
    async stop(): Promise<void> {
      for (const program of ['patroni', 'pgbouncer', 'etcd']) {
        const listPids = () => network.listProcesses(name).filter((pid) => runs(pid, program));
        for (const pid of listPids()) kill(pid, 'SIGTERM');
        await until(() => listPids().length === 0, 90_000);
      }
      signalAll('SIGKILL');
    },

    async readStatus(): Promise<NodeStatus | undefined> {
      try {
        const answer = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(ASK_MS) });
        return (await answer.json()) as NodeStatus;
      } catch {
        return undefined;
      }
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}

const runs = (pid: number, program: string) =>
  commandOf(pid)
    .slice(0, 2)
    .some((word) => word.endsWith(`/${program}`));
const isPostgres = (pid: number) => /(^|\/)postgres(:|$)/.test(commandOf(pid)[0] ?? '');

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
