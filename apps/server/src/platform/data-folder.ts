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

/** A reason not to start that the operator can mend; shown as one line. */
export class StartError extends Error {}

const ATTEMPTS = 20;
const PAUSE_MS = 20;

/**
 * Makes the folder and makes sure it can be written; where it holds the database, also that no other store uses it.
 * Returns what gives it back.
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

/** Not `recursive`: Node would try for ever where a file system answers that a folder in it cannot exist, as /proc does. */
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
    // An empty one is about to be written by its owner, unless a power cut came in between.
    if (holder === '' && attempt < ATTEMPTS / 2) sleep(PAUSE_MS);
    else removeLeftover(lock, holder);
  }
  throw new StartError(`The data folder ${folder} could not be claimed: other stores are starting on it`);
}

/** What a kill -9 left. Two stores may find it at once, so it is moved aside first, and put back if it is new by then. */
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

/** The number of a process is given out again after a while; with its start time it means one process only. */
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
