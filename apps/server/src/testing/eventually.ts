import { vi } from 'vitest';

/** For what comes by itself and soon: long enough for a machine that is busy with everything else, and shorter than a test may take. */
export const PATIENTLY = { timeout: 50_000, interval: 20 };

export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, PATIENTLY);
