import { AppError } from '@oyna/domain/errors';

/** Runs a piece of work when its turn comes; refuses it when too much is waiting already. */
export type BoundedLine = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that costs the processor: so much at once, so much waiting, and whoever comes on top is asked to come back. */
export function createBoundedLine({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedLine {
  const line: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new AppError('too-many-requests');
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed over, so that nobody slips in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
