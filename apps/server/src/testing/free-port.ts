import { createServer } from 'node:net';

// Below the range from which outgoing connections take theirs.
const FIRST = 20_000;
const PER_WORKER = 1500;
const WORKERS = 8;
const given = new Set<number>();

/**
 * A port that stays free until it is used: each worker of Vitest has a range for itself, and no port is given twice. Other
 * processes, such as the end-to-end tests, use the range of worker 0.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
  for (;;) {
    const port = FIRST + worker * PER_WORKER + Math.floor(Math.random() * PER_WORKER);
    if (given.has(port)) continue;
    given.add(port);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once('error', () => resolve(false));
      probe.listen(port, () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
