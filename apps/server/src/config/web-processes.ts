import { availableParallelism, totalmem } from 'node:os';

const MOST_WEB_PROCESSES = 8;
const BYTES_PER_WEB_PROCESS = 1024 ** 3;

/** For this machine, or for the limit of its container. */
export const defaultWebProcesses = (): number =>
  chooseWebProcesses(availableParallelism(), Math.min(process.constrainedMemory() || Infinity, totalmem()));

/**
 * The other half of the processors is for PostgreSQL, the worker and the console. Below four processors one process is
 * faster, because the others would only share its time.
 */
export function chooseWebProcesses(processors: number, memoryBytes: number): number {
  const byMemory = Math.floor(memoryBytes / BYTES_PER_WEB_PROCESS);
  return Math.max(1, Math.min(Math.floor(processors / 2), byMemory, MOST_WEB_PROCESSES, processors < 4 ? 1 : Infinity));
}
