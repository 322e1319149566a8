import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';

type Answer<Result> = { id: number; result: Result } | { id: number; fault: string };

interface Waiting<Result> {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

const IDLE_MS = 20_000;

/**
 * Runs CPU work in a thread, so that requests do not wait for it. The thread starts with the first order and ends after
 * some idle time, which gives its memory back. Piscina does the same and takes 8 MB more in every process.
 */
export function createThreadWorker<Order, Result>(
  script: URL,
  resourceLimits: ResourceLimits,
): (order: Order) => Promise<Result> {
  const waiting = new Map<number, Waiting<Result>>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;

  function start(): Worker {
    const started = new Worker(script, { resourceLimits });
    started.unref();
    started.on('message', (answer: Answer<Result>) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('result' in answer) one?.resolve(answer.result);
      else one?.reject(new Error(answer.fault));
      if (waiting.size === 0) idle = setTimeout(end, IDLE_MS).unref();
    });
    // A thread that dies fails its orders. The next order starts another thread.
    const onGone = (error?: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error('the work stopped'));
      waiting.clear();
    };
    started.once('error', onGone);
    started.once('exit', () => thread === started && onGone());
    return started;
  }

  function end(): void {
    const ended = thread;
    thread = undefined;
    void ended?.terminate();
  }

  return (order) =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      thread ??= start();
      orders += 1;
      waiting.set(orders, { resolve, reject });
      thread.postMessage({ id: orders, order });
    });
}

/** Runs in the script of the thread: does one order after the other. */
export function doWork<Order, Result>(work: (order: Order) => Result | Promise<Result>): void {
  parentPort?.on('message', async ({ id, order }: { id: number; order: Order }) => {
    let answer: Answer<Result>;
    try {
      answer = { id, result: await work(order) };
    } catch (error) {
      answer = { id, fault: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
