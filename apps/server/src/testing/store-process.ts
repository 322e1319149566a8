import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findRunningPostgres } from '../platform/database/embedded-postgres.ts';
import { findProcess } from '../platform/database/postgres-process.ts';
import { freePort } from './free-port.ts';

/** Stores and commands as separate processes, as an operator runs them. Every test file ends with `cleanUp`. */

/** A start takes two seconds on an idle machine and much longer on a busy one. */
export const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };
export const START_MS = 240_000;

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
// Every process loads the same sources, so compiled code is cached.
const COMPILED = fileURLToPath(new URL('../../../../node_modules/.cache/oyna-node/', import.meta.url));
const processes = new Set<ChildProcess>();
const folders = new Set<string>();

/** A prefix that runs a command as an ordinary user. Empty if we are one, or if others cannot read our files. */
export const asNobody = findWayToNobody();

function findWayToNobody(): string[] {
  const prefix = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const check = ['sh', '-c', `test -x '${process.execPath}' && test -r '${MAIN}'`];
  const mayTry = process.getuid?.() === 0;
  return mayTry && spawnSync(prefix[0] ?? '', [...prefix.slice(1), ...check]).status === 0 ? prefix : [];
}

interface RunningProcess {
  child: ChildProcess;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves when the text has been printed; rejects when the process ends first. */
  printed(text: string): Promise<void>;
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | string>;
}

interface ProcessOptions {
  /** Words before the command, such as a change of the user. */
  prefix?: string[];
  /** In a new process group, as in a terminal. */
  detached?: boolean;
}

/** Without our environment: only the variables of the test count. */
export const processEnvironment = (environment: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: COMPILED,
  ...environment,
});

/** In a folder without `.env`. */
export function run(command: string[], environment: Record<string, string>, { detached = false, cwd = '/' } = {}) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: processEnvironment(environment), detached });
  processes.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  const printed = async (text: string) => {
    const ended = exited.then((code) => {
      if (!stdout.includes(text)) throw new Error(`ended (${code}) without "${text}"\n${stdout}\n${stderr}`);
    });
    await Promise.race([ended, until(() => stdout.includes(text), START_MS)]);
  };
  return { child, pid: child.pid ?? 0, stdout: () => stdout, stderr: () => stderr, printed, exited };
}

export const scriptCommand = (script: string) => [process.execPath, '--input-type=module', '-e', script];

export interface StoreProcess extends RunningProcess {
  url: string;
  sandboxUrl: string;
}

/** Starts a store and does not wait until it is open. */
export async function spawnStore(
  environment: Record<string, string>,
  options: ProcessOptions = {},
): Promise<StoreProcess> {
  const [port, sandboxPort] = [
    environment['PORT'] ?? (await freePort()),
    environment['SANDBOX_PORT'] ?? (await freePort()),
  ];
  const variables = {
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    CONSOLE_PORT: '0',
    WEB_PROCESSES: '1',
    WARM_PICTURES: 'off',
    ...environment,
  };
  const host = environment['HOST'] ?? '127.0.0.1';
  return {
    ...run([...(options.prefix ?? []), process.execPath, MAIN], variables, options),
    url: `http://${host}:${port}`,
    sandboxUrl: `http://${host}:${sandboxPort}`,
  };
}

export async function openStore(environment: Record<string, string>, options: ProcessOptions = {}) {
  const store = await spawnStore(environment, options);
  await store.printed('Stop it with Ctrl-C.');
  return store;
}

/** Repeats the request while the store answers 503, as it may on a busy machine. */
export async function get(url: string): Promise<Response> {
  let response = await fetch(url);
  await until(async () => {
    if (response.status === 503) response = await fetch(url);
    return response.status !== 503;
  });
  return response;
}

export function spawnCli(args: string[], environment: Record<string, string>): RunningProcess {
  return run([process.execPath, CLI, ...args], environment);
}

export async function runCli(args: string[], environment: Record<string, string>) {
  const { exited, stdout, stderr } = spawnCli(args, environment);
  return { code: await exited, stdout: stdout(), stderr: stderr() };
}

export function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-start-'));
  chmodSync(folder, mode);
  folders.add(folder);
  return folder;
}

export function postgresPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function connectTo(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: findRunningPostgres(join(dataDir, 'postgres')) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Sends a request that the store cannot answer before `release`, because its table is locked. */
export async function holdRequest(store: StoreProcess, dataDir: string) {
  const client = await connectTo(dataDir);
  await client.query('BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE');
  const answer = fetch(`${store.url}/api/v1/products?pageSize=7`);
  await until(async () => {
    const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    return rows.length > 0;
  });
  const release = async () => {
    await client.query('COMMIT');
    await client.end();
  };
  return { answer, release };
}

/** A zombie process does not count as running. */
export function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}

export async function until(condition: () => boolean | Promise<boolean>, timeout = 60_000): Promise<void> {
  const deadline = Date.now() + timeout;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeout} ms: ${condition}`);
    await delay(15);
  }
}

/** Stops the PostgreSQL of this folder immediately, if it runs. */
export async function stopPostgres(directory: string): Promise<void> {
  const found = findProcess(join(directory, 'cluster'));
  if (!found) return;
  process.kill(found.pid, 'SIGQUIT');
  await until(() => !isRunning(found.pid));
}

/** Ends the processes that a test has left running and removes its folders. */
export async function cleanUp(): Promise<void> {
  for (const child of processes) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
  processes.clear();
  for (const folder of folders) {
    await stopPostgres(join(folder, 'data/postgres'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  folders.clear();
}
