import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { archiveSettings } from '../backup/wal-archive.ts';
import { StartError } from '../data-folder.ts';
import {
  assertNoHalfRestore,
  initialise,
  nativeFolder,
  readOrCreatePassword,
  reasonIn,
  USER,
} from './embedded-postgres-files.ts';
import { endLeftovers, findProcess, isPostgresOf, readPidFile } from './postgres-process.ts';
import { choosePostgresRunner, type PostgresRunner } from './postgres-runner.ts';

const DATABASE = 'oyna';
const STOP_SIGNAL = 'SIGINT'; // PostgreSQL's "fast" shutdown: roll back, write a checkpoint, exit
const RESTART_MS = 250;
const MAX_RESTART_MS = 5_000;
const READY_MS = 120_000; // crash recovery of a busy store may take a while

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder that holds the cluster, its password and its log. */
  directory: string;
  /** More `name=value` settings. Tests switch off the protection against power loss. */
  settings?: string[];
  /** The folder of backups. With it, the WAL is archived there. */
  archiveTo?: string | undefined;
  /** How long to wait until it accepts connections. Recovery from an archive takes its time. */
  readyMs?: number;
  onProgress?: (line: string) => void;
  onUnexpectedExit?: (detail: string) => void;
}

/** Starts the PostgreSQL 18 of the npm package. It stops with this process. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, archiveTo, readyMs = READY_MS, onProgress = () => {}, onUnexpectedExit = () => {} } = options;
  const settings = [...(archiveTo === undefined ? [] : archiveSettings(archiveTo)), ...(options.settings ?? [])];
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const runner = choosePostgresRunner(directory, nativeFolder());
  const cluster = join(runner.directory, 'cluster');

  if (archiveTo !== undefined && runner.isOtherUser)
    throw new StartError('BACKUP_DIR needs a start as an ordinary user: root cannot run PostgreSQL on this machine');
  await stopOrphan(cluster);
  const password = readOrCreatePassword(runner);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    assertNoHalfRestore(runner.directory);
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
    await waitUntilReady(current, cluster, logPath, readyMs);
    pause = RESTART_MS;
  };
  /** A PostgreSQL that crashes is started again on the same port. The pool reconnects. */
  const launchAgain = async () => {
    await delay(pause);
    pause = Math.min(pause * 2, MAX_RESTART_MS);
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

/** The folder that holds the cluster, and the way to give a file in it to the user of PostgreSQL. */
export function findPostgresHome(directory: string): Pick<PostgresRunner, 'directory' | 'own'> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return choosePostgresRunner(directory, nativeFolder());
}

/** The password of the cluster in this folder. It is made when there is none. */
export const findPassword = (directory: string): string =>
  readOrCreatePassword(choosePostgresRunner(directory, nativeFolder()));

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(STOP_SIGNAL);
  const gaveUp = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(gaveUp);
}

/** The address of the PostgreSQL that runs on this folder. */
export function findRunningPostgres(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const runner = choosePostgresRunner(directory, nativeFolder());
  const cluster = join(runner.directory, 'cluster');
  const found = findProcess(cluster);
  return found && addressOf(readOrCreatePassword(runner), found.port, cluster);
}

/** A Unix socket where possible: a query takes a third less time than over TCP. */
function addressOf(password: string, port: number, cluster: string): string {
  const folder = socketFolder(cluster);
  const address = `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return folder === undefined ? address : `${address}?host=${encodeURIComponent(folder)}`;
}

const SOCKET = '.s.PGSQL.';
const MAX_SOCKET_PATH = 103; // bytes, the limit of macOS

/** The cluster itself, which no other user can enter. Undefined when PostgreSQL cannot use its path for a socket. */
function socketFolder(cluster: string): string | undefined {
  const isPossible = Buffer.byteLength(join(cluster, `${SOCKET}65535`)) <= MAX_SOCKET_PATH && !/[",\\]/.test(cluster);
  return process.platform !== 'win32' && isPossible ? cluster : undefined;
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
  // In a process group that Ctrl-C does not reach: the store stops PostgreSQL after the last request.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log], ...options });
  child.unref();
  closeSync(log);
  return child;
}

async function waitUntilReady(child: ChildProcess, cluster: string, logPath: string, readyMs: number): Promise<void> {
  const deadline = Date.now() + readyMs;
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
  throw new StartError(`PostgreSQL was not ready within ${readyMs / 60_000} minutes; see ${logPath}`);
}

/** Stops the PostgreSQL that a `kill -9` of the store left running. */
export async function stopOrphan(cluster: string): Promise<void> {
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
  // PostgreSQL refuses to start while the process id in this file belongs to any process.
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
