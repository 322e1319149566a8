import { fileURLToPath } from 'node:url';
import { until } from '../../apps/server/src/testing/store-process.ts';

/** What a process holds, after a collection of garbage. */
export interface ProcessState {
  rss: number;
  /** Objects of JavaScript and buffers outside of its heap, in bytes. */
  heap: number;
  /** Timers, sockets and other handles, by kind. */
  resources: Record<string, number>;
  /** Listeners of the process itself. */
  listeners: number;
}

/** One line that `memory-probe.ts` prints. */
export interface ProbeLine {
  processState: ProcessState;
}

const MARK = '{"processState":';
const PROBE = fileURLToPath(new URL('./memory-probe.ts', import.meta.url));

/** Arguments for Node that make a process answer `readState`. */
export const PROBED: readonly string[] = ['--expose-gc', '--import', PROBE];

/** A busy machine may take long. A process that never answers hangs, which is a fault. */
const PATIENCE_MS = 300_000;

export interface ProbedProcess {
  pid: number;
  stdout(): string;
}

/** Makes the process collect garbage, and returns what it holds then. */
export async function readState({ pid, stdout }: ProbedProcess): Promise<ProcessState> {
  const readLines = () =>
    stdout()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(MARK));
  const before = readLines().length;
  process.kill(pid, 'SIGUSR2');
  await until(() => readLines().length > before, PATIENCE_MS);
  return (JSON.parse(readLines().at(-1) ?? '') as ProbeLine).processState;
}
