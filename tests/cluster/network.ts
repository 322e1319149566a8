import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { until } from '../../apps/server/src/testing/store-process.ts';
import type { Programs } from './programs.ts';

/** The addresses of all nodes. They exist in the namespace of the rehearsal only, so the ports are the usual ones. */
export const ADDRESSES = {
  proxy: '10.77.0.1',
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  db3: '10.77.0.13',
  web1: '10.77.0.21',
  web2: '10.77.0.22',
  worker1: '10.77.0.31',
  worker2: '10.77.0.32',
} as const;
export const NETWORK = '10.77.0.0/24';

export const DATABASE_NODES = ['db1', 'db2', 'db3'] as const;
export type DatabaseNodeName = (typeof DATABASE_NODES)[number];

/** PostgreSQL and pgbouncer refuse to run as root. In their user namespace they are an ordinary user. */
const ORDINARY_USER = ['--user', '--map-user=65534', '--map-group=65534'];

export type Network = Awaited<ReturnType<typeof openNetwork>>;

/** A bridge with a network namespace for each database node. A cut drops packets and closes no connection, as a cable does. */
export async function openNetwork(programs: Pick<Programs, 'ip' | 'nsenter' | 'unshare'>) {
  const ip = (...args: string[]) => void execFileSync(programs.ip, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const holders = new Map<DatabaseNodeName, ChildProcess>();
  const pidOf = (name: DatabaseNodeName) => holders.get(name)?.pid ?? 0;
  const enter = (name: DatabaseNodeName) => [programs.nsenter, `--net=/proc/${pidOf(name)}/ns/net`];

  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'nodes', 'type', 'bridge');
  for (const [name, address] of Object.entries(ADDRESSES))
    if (!name.startsWith('db')) ip('addr', 'add', `${address}/24`, 'dev', 'nodes');
  ip('link', 'set', 'nodes', 'up');
  const own = namespaceOf(process.pid);
  for (const name of DATABASE_NODES) {
    holders.set(name, spawn(programs.unshare, ['--net', 'sleep', 'infinity'], { stdio: 'ignore' }));
    await until(() => ![own, undefined].includes(namespaceOf(pidOf(name))));
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${pidOf(name)}`);
    ip('link', 'set', name, 'master', 'nodes', 'up');
    const inside = (...args: string[]) => {
      const [program = '', ...prefix] = enter(name);
      execFileSync(program, [...prefix, programs.ip, ...args]);
    };
    inside('link', 'set', 'lo', 'up');
    inside('addr', 'add', `${ADDRESSES[name]}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
  }

  return {
    /** The words before a command that runs it on the node, as an ordinary user. */
    prefixOf: (name: DatabaseNodeName): string[] => [...enter(name), programs.unshare, ...ORDINARY_USER],
    cut: (name: DatabaseNodeName) => ip('link', 'set', name, 'down'),
    join: (name: DatabaseNodeName) => ip('link', 'set', name, 'up'),

    /** Every process that runs on the node. */
    listProcesses(name: DatabaseNodeName): number[] {
      const namespace = namespaceOf(pidOf(name));
      return readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== pidOf(name) && namespaceOf(pid) === namespace);
    },
  };
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined; // it has ended
  }
}
