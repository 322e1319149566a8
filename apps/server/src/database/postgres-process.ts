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

/** After a `kill -9` of PostgreSQL, queries go on until they end; as long as one does, no new PostgreSQL may start. */
export async function endLeftoverQueries(cluster: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (let pids = listQueries(cluster); pids.length > 0 && Date.now() < deadline; pids = listQueries(cluster)) {
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

/** Every process of PostgreSQL works in the folder of its cluster. */
function listQueries(cluster: string): number[] {
  if (process.platform !== 'linux' || !existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && folderOf(pid) === folder && commandLineOf(pid).startsWith('postgres'));
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
