import { AppError, type ErrorCode } from '@oyna/domain/errors';

/**
 * Runs the work when a slot is free. Throws when the queue is full. `owner` is the address that asked for it: the others do
 * not wait for all the work of one owner.
 */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

interface LimiterOptions {
  maxRunning: number;
  maxWaiting: number;
  /** Work that takes longer than this waits for others, such as the database, and its slot goes to the next. */
  slotMs?: number;
  /** The error when the queue is full. */
  refusal?: ErrorCode;
}

interface Waiting {
  owner: string;
  begin(): void;
  refuse(): void;
}

/**
 * Limits work that is expensive for the processor: `maxRunning` at the same time and `maxWaiting` in the queue. The next is
 * the oldest of the owner who has the fewest running, and of several such owners, of the one whose last turn was longest ago.
 * When the queue is full, the owner who has the most in it is refused.
 */
export function createConcurrencyLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { maxRunning, maxWaiting, slotMs, refusal = 'too-many-requests' } = options;
  const queue: Waiting[] = [];
  const running = new Map<string, number>();
  /** The last turn of each owner with work that runs or waits. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let all = 0;

  const runningOf = (owner: string): number => running.get(owner) ?? 0;

  function count(owner: string, change: 1 | -1): void {
    all += change;
    const now = runningOf(owner) + change;
    if (now > 0) running.set(owner, now);
    else running.delete(owner);
    if (change > 0) lastTurns.set(owner, ++turn);
    else forgetIdle(owner);
  }

  function forgetIdle(owner: string): void {
    if (runningOf(owner) === 0 && !queue.some((waiting) => waiting.owner === owner)) lastTurns.delete(owner);
  }

  function isBefore(one: Waiting, other: Waiting): boolean {
    const difference = runningOf(one.owner) - runningOf(other.owner);
    if (difference !== 0) return difference < 0;
    return (lastTurns.get(one.owner) ?? 0) < (lastTurns.get(other.owner) ?? 0);
  }

  function findNext(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const waiting of queue) {
      if (!next || isBefore(waiting, next)) next = waiting;
    }
    return next;
  }

  function begin(waiting: Waiting): void {
    queue.splice(queue.indexOf(waiting), 1);
    count(waiting.owner, 1);
    waiting.begin();
  }

  /** Removes the newest of the owner who has the most in the queue, which may be the one who asks. */
  function makeRoom(owner: string): void {
    const waiting = new Map([[owner, 1]]);
    for (const entry of queue) waiting.set(entry.owner, (waiting.get(entry.owner) ?? 0) + 1);
    const most = Math.max(...waiting.values());
    if (waiting.get(owner) === most) throw new AppError(refusal);
    const last = queue.findLastIndex((entry) => waiting.get(entry.owner) === most);
    for (const entry of queue.splice(last, 1)) {
      forgetIdle(entry.owner);
      entry.refuse();
    }
  }

  return async (work, owner = '') => {
    if (all < maxRunning) count(owner, 1);
    else {
      if (queue.length >= maxWaiting) makeRoom(owner);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push({ owner, begin: resolve, refuse: () => reject(new AppError(refusal)) });
      await promise;
    }
    const free = createRelease(owner);
    const timer = slotMs === undefined ? undefined : setTimeout(free, slotMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      free();
    }
  };

  /** Frees the slot once. It passes to the next in the queue, so that a new call cannot take it first. */
  function createRelease(owner: string): () => void {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      count(owner, -1);
      const next = findNext();
      if (next) begin(next);
    };
  }
}
