import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What PostgreSQL notes down while it runs, line by line: number, folder, start time, port, …, status. */
export function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

/** The PostgreSQL that runs on exactly this cluster; a copied folder still holds the note of the one it was copied from. */
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
 * Ends what a `kill -9` of its parent left at work in a folder: an initdb, or the queries of a PostgreSQL, which go on
 * until they are done. As long as they do, the folder cannot be used again.
 */
export async function endLeftovers(folder: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (let pids = listLeftovers(folder); pids.length > 0 && Date.now() < deadline; pids = listLeftovers(folder)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGQUIT');
      } catch {
        // it has just ended
      }
    }
    await delay(20);
  }
}

/** Every process of PostgreSQL works in the folder of its cluster; initdb only names it. */
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
