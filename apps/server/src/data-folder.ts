import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reason not to start that the operator can mend; shown as one line. */
export class StartError extends Error {}

/**
 * Makes the folder and makes sure it can be written; where it holds the database, also that no other store uses it.
 * Returns what gives it back.
 */
export function claimDataFolder(path: string, exclusively: boolean): () => void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new StartError(`The data folder ${path} cannot be written (${reason}): choose another with DATA_DIR`);
  }
  if (!exclusively) return () => {};
  const lock = join(path, 'store.pid');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, identityOf(process.pid), { flag: 'wx' });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new StartError(`The data folder ${path} cannot be written: choose another with DATA_DIR`);
      }
      const holder = readFileSync(lock, 'utf8');
      const pid = Number(holder.split(' ')[0]);
      if (isAlive(pid) && identityOf(pid) === holder) {
        throw new StartError(
          `The data folder ${path} is in use by a running store (process ${pid}): stop it, or set DATA_DIR`,
        );
      }
      rmSync(lock, { force: true }); // left behind by a kill -9
    }
  }
  throw new StartError(`The data folder ${path} could not be claimed`);
}

/** The number of a process is given out again after a while; with its start time it means one process only. */
function identityOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return `${pid} ${fields?.[19] ?? ''}`;
  } catch {
    return `${pid} `;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
