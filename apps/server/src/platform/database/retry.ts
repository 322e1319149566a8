import { setTimeout as wait } from 'node:timers/promises';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 10;

/** PostgreSQL rolled the transaction back because of a concurrent one, also as the cause of another error. A repetition may succeed. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOwn = 'code' in error && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE);
  return isOwn || isConflict(error.cause);
}

/** Repeats work that PostgreSQL rolled back as a whole. The pauses are random, so that two rivals do not collide again. */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_TRIES) throw error;
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
