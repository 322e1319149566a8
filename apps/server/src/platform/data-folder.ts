import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A reason not to start that the operator can fix. It is shown as one line. */
export class StartError extends Error {}

const ATTEMPTS = 20;
const PAUSE_MS = 20;

/**
 * Creates the folder and checks that it is writable and, when it holds the database, that no other store uses it.
 * Returns a function that releases it.
 */
export function claimDataFolder(path: string, exclusively: boolean): () => void {
  try {
    makeFolder(path);
    readdirSync(path); // or it is no folder
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return exclusively ? takeLock(path) : () => {};
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data folder ${path} cannot be written (${codeOf(error)}): choose another with DATA_DIR`);
  }
}

/** Not `recursive`: Node would retry for ever on a file system that reports a missing folder, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (path !== dirname(path)) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another store was faster
  }
}

function takeLock(folder: string): () => void {
  const lock = join(folder, 'store.pid');
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      writeFileSync(lock, identityOf(process.pid) ?? '', { flag: 'wx' });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const holder = read(lock);
    if (holder === undefined) continue; // given back in this moment
    const pid = Number(holder.split(' ')[0]);
    if (identityOf(pid) === holder) {
      throw new StartError(
        `The data folder ${folder} is in use by a running store (process ${pid}): stop it, or set DATA_DIR`,
      );
    }
    // An empty file is about to be written by its owner, or was left by a power cut.
    if (holder === '' && attempt < ATTEMPTS / 2) sleep(PAUSE_MS);
    else removeLeftover(lock, holder);
  }
  throw new StartError(`The data folder ${folder} could not be claimed: other stores are starting on it`);
}

/** Removes the file of a killed process. Two stores may find it at once, so it is renamed first, and restored if it is new. */
function removeLeftover(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return; // the other one was faster
  }
  if (read(aside) === holder) rmSync(aside);
  else renameSync(aside, lock);
}

/** Process ids are reused. Together with its start time an id names one process. */
function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
  const [state, startTime] = [fields[0], fields[19] ?? ''];
  return state === 'Z' ? undefined : `${pid} ${startTime}`; // Z: dead, and only its parent has not noticed yet
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
