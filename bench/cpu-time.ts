import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTimes {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

/** From `/proc/PID/stat`; the fields after the name, which may hold spaces. */
function readTimes(pid: number): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * TICK_MS;
  return { parent: Number(fields[1]), own: ticks(11), ended: ticks(13) };
}

/** The processor time of a process with all its threads, in milliseconds. What else the machine does is not in it. */
export const processCpu = (pid: number): number => readTimes(pid)?.own ?? 0;

/** The same of PostgreSQL: the first process, its children, and children that have ended. */
export function postgresCpu(directory: string): number {
  const pid = Number(readFileSync(`${directory}/cluster/postmaster.pid`, 'utf8').split('\n')[0]);
  const first = readTimes(pid);
  if (!first) throw new Error('PostgreSQL does not run');
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readTimes(Number(name)))
    .filter((times) => times?.parent === pid);
  return first.own + first.ended + children.reduce((sum, times) => sum + (times?.own ?? 0), 0);
}
