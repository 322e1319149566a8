import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

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
