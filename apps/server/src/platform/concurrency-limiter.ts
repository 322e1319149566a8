import { AppError, type ErrorCode } from '@oyna/domain/errors';

/** Runs the work when a slot is free. Throws when the queue is full. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits work that is expensive for the processor: `maxRunning` at the same time and `maxWaiting` in the queue. */
export function createConcurrencyLimiter({
  maxRunning,
  maxWaiting,
  refusal = 'too-many-requests',
}: {
  maxRunning: number;
  maxWaiting: number;
  /** The error when the queue is full. */
  refusal?: ErrorCode;
}): ConcurrencyLimiter {
  const queue: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= maxRunning) {
      if (queue.length >= maxWaiting) throw new AppError(refusal);
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue, so that a new call cannot take it first.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
