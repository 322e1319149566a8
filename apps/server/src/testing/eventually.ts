import { vi } from 'vitest';

/** For results that arrive without a signal: long enough for a busy machine, and shorter than the timeout of a test. */
export const PATIENTLY = { timeout: 50_000, interval: 20 };

export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, PATIENTLY);
