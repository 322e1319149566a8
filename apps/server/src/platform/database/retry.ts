import { setTimeout as wait } from 'node:timers/promises';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 10;

/** PostgreSQL rolled the transaction back because of a concurrent one. A repetition may succeed. */
export const isConflict = (error: unknown): boolean =>
  hasSqlState(error, DEADLOCK) || hasSqlState(error, SERIALIZATION_FAILURE);

/** Whether the error has this code of PostgreSQL. The error with the code may be the `cause` of another one. */
export const hasSqlState = (error: unknown, code: string): boolean =>
  error instanceof Error && (('code' in error && error.code === code) || hasSqlState(error.cause, code));

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
