import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from './platform/data-folder.ts';
import type { SalesMetrics } from './platform/sales-metrics.ts';
import { answerForAll } from './platform/summed-metrics.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long did not fail because of its start. */
const STEADY_MS = 60_000;
/** Longer than a process takes to complete its requests. */
const STOP_MS = 25_000;

interface WebProcessesOptions {
  count: number;
  /** What the processes get beside the environment of this one. */
  environment: Record<string, string>;
  /** What this process, which runs the worker, has sold and refunded. */
  sales: SalesMetrics;
  /** False from the moment this process is asked to stop. */
  mayReplace: () => boolean;
  onReplaced: (detail: string) => void;
}

/**
 * Starts processes that share the port of the store. One that ends is replaced: at once, and after longer and longer pauses
 * when processes end soon after their start.
 */
export async function startWebProcesses({ count, environment, sales, mayReplace, onReplaced }: WebProcessesOptions) {
  let isStopping = false;
  let failures = 0;
  // Each process accepts its own connections. Handed over by this process, a connection on its way to one that is killed
  // would stay open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Numbers that are not finite survive it.
  cluster.setupPrimary({ serialization: 'advanced' });
  answerForAll(sales.registry);

  function start(): Worker {
    const startedAt = performance.now();
    const worker = cluster.fork(environment);
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => void replace(worker, code ?? signal, performance.now() - startedAt));
    return worker;
  }

  async function replace({ process: { pid } }: Worker, reason: number | string, livedMs: number): Promise<void> {
    if (isStopping || !mayReplace()) return;
    failures = livedMs < STEADY_MS ? failures + 1 : 1;
    const pauseMs = failures === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    onReplaced(`Web process ${pid} ended (${reason}); starting another${pauseMs ? ` in ${pauseMs} ms` : ''}`);
    await wait(pauseMs, undefined, { ref: false });
    if (!isStopping && mayReplace()) start();
  }

  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all(listWorkers().map(end));
  };

  const first = Array.from({ length: count }, start);
  const opened = await Promise.all(first.map(isOpened));
  if (opened.includes(false)) {
    await stop();
    throw new StartError('A web process did not start');
  }
  return stop;
}

const listWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

const isOpened = (worker: Worker): Promise<boolean> =>
  Promise.race([once(worker, 'listening').then(() => true), once(worker, 'exit').then(() => false)]);

/** It completes its requests. One that does not end in time is killed. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
  await ended.finally(() => clearTimeout(timer));
}
