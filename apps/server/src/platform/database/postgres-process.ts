import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The lines of postmaster.pid: process id, folder, start time, port, …, status. */
export function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

/** The PostgreSQL that runs on this cluster. A copied folder still has the postmaster.pid of the original. */
export function findProcess(cluster: string): { pid: number; folder: string; port: number } | undefined {
  const [pid, folder = '', , port] = readPidFile(cluster);
  if (!existsSync(folder) || realpathSync(folder) !== realpathSync(cluster)) return undefined;
  return isPostgresOf(Number(pid), folder) ? { pid: Number(pid), folder, port: Number(port) } : undefined;
}

export function isPostgresOf(pid: number, folder: string): boolean {
  const commandLine = commandLineOf(pid);
  return commandLine.includes('postgres') && commandLine.includes(folder);
}

/**
 * Ends the processes that a `kill -9` of their parent left on a folder: an initdb, or backends of PostgreSQL that finish
 * their queries. The folder cannot be used until they end.
 */
export async function endLeftovers(folder: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (let pids = listLeftovers(folder); pids.length > 0 && Date.now() < deadline; pids = listLeftovers(folder)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGQUIT');
      } catch {
        // it has ended
      }
    }
    await delay(20);
  }
}

/** The working directory of every PostgreSQL process is its cluster. initdb has it as an argument. */
function listLeftovers(folder: string): number[] {
  if (process.platform !== 'linux' || !existsSync(folder)) return [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const [program = '', ...args] = commandLineOf(pid).split('\0');
      if (program.endsWith('/bin/initdb')) return args.includes(`--pgdata=${folder}`);
      return /(^|\/bin\/)postgres(:|$)/.test(program) && folderOf(pid) === real;
    });
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function commandLineOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
