import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { CUSTOMER_WAYS } from './mixed-traffic.customers.ts';
import { OPERATOR_WAYS } from './mixed-traffic.operators.ts';
import type { TrafficWorld } from './mixed-traffic.world.ts';

export interface TrafficResult {
  /** How many visits of each kind were made. */
  visits: Record<string, number>;
  requests: number;
  /** Answers with 502 and 503: a provider or the machine was busy. */
  busy: number;
  faults: string[];
}

type Counts = Pick<TrafficResult, 'requests' | 'busy' | 'faults'>;

/** Counts answers. A 500 is a fault. */
export function createCounts(): Counts & Pick<TrafficWorld, 'count'> {
  const counts: Counts = { requests: 0, busy: 0, faults: [] };
  return Object.assign(counts, {
    count(status: number, what: string) {
      counts.requests++;
      if (status === 502 || status === 503) counts.busy++;
      else if (status >= 500) counts.faults.push(`${what}: ${status}`);
    },
  });
}

/** All kinds of visitors at once, until the signal. */
export async function runTraffic(
  world: Omit<TrafficWorld, 'count'>,
  { seed, signal }: { seed: number; signal: AbortSignal },
): Promise<TrafficResult> {
  const counts = createCounts();
  const visits: Record<string, number> = {};
  const ways = [...CUSTOMER_WAYS, ...OPERATOR_WAYS];
  const visitors = ways.flatMap((way, place) =>
    Array.from({ length: way.atOnce }, async (_, index) => {
      const chance = createRandom(seed * 10_000 + place * 100 + index);
      while (!signal.aborted) {
        await way
          .act({ ...world, count: counts.count }, chance, index)
          .catch((error: unknown) => void counts.faults.push(`${way.name}: ${error}`));
        visits[way.name] = (visits[way.name] ?? 0) + 1;
        await wait(chance() * way.pauseMs, undefined, { signal }).catch(() => {});
      }
    }),
  );
  await Promise.all(visitors);
  return { visits, requests: counts.requests, busy: counts.busy, faults: counts.faults };
}
