import { Worker } from 'node:worker_threads';
import type { renderArt } from './artwork.render.ts';

export type DrawingOrder = Parameters<typeof renderArt>;
export type DrawingAnswer = { id: number; picture: Uint8Array } | { id: number; fault: string };

const IDLE_MS = 20_000;
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  resolve: (picture: Buffer) => void;
  reject: (error: Error) => void;
}

/**
 * `renderArt` in a thread of its own, which is started when there is something to draw and ended when there has been
 * nothing for a while: most of the time a store has all its pictures, and the memory is better elsewhere.
 */
export function drawInThread(): typeof renderArt {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;

  function start(): Worker {
    const started = new Worker(new URL('./artwork.thread.ts', import.meta.url), { resourceLimits: LIMITS });
    started.unref();
    started.on('message', (answer: DrawingAnswer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('picture' in answer) one?.resolve(bufferOf(answer.picture));
      else one?.reject(new Error(answer.fault));
      if (waiting.size === 0) idle = setTimeout(end, IDLE_MS).unref();
    });
    // A thread that dies takes its orders with it, and nothing else: the next order starts another.
    const onGone = (error?: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error('drawing stopped'));
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

  return (...order) =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      thread ??= start();
      orders += 1;
      waiting.set(orders, { resolve, reject });
      thread.postMessage({ id: orders, order });
    });
}

/** The same bytes, not a copy: what a thread posts arrives as a plain array. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
