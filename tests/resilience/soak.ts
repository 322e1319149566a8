import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';
import { type ProbedProcess, type ProcessState, readState } from './process-state.ts';

/** What must not grow while the traffic stays the same, at one moment. */
export interface Sample {
  /** Bytes. They may grow by less than `MOST_GROWTH`. */
  memory: Record<string, number>;
  /** Handles, listeners, connections, waiting rows. They may differ by the traffic of a moment. */
  counts: Record<string, number>;
}

const MOST_GROWTH = 0.05;
const MOST_FAILED = 9;
/** What the traffic of a moment can add to a count: visitors come and go. */
const MOMENT = 25;

export interface Growth {
  what: string;
  first: number;
  last: number;
  fault: string | undefined;
}

/** Compares the median of the first third with the median of the last third. */
export function compareThirds(samples: readonly Sample[]): Growth[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [begin, end] = [samples.slice(0, third), samples.slice(-third)];
  const names = (kind: 'memory' | 'counts') => [...new Set(samples.flatMap((sample) => Object.keys(sample[kind])))];
  const compare = (kind: 'memory' | 'counts', what: string, most: (first: number) => number): Growth => {
    const [first, last] = [begin, end].map((part) => median(part.map((sample) => sample[kind][what] ?? 0)));
    const [from, to] = [first ?? 0, last ?? 0];
    const isMore = to >= most(from);
    const grown = kind === 'memory' ? `${inMegabytes(from)} to ${inMegabytes(to)} MB` : `${from} to ${to}`;
    return { what, first: from, last: to, fault: isMore ? `${what} grew from ${grown}` : undefined };
  };
  return [
    ...names('memory').map((what) => compare('memory', what, (first) => first * (1 + MOST_GROWTH))),
    ...names('counts').map((what) => compare('counts', what, (first) => first * (1 + MOST_GROWTH) + MOMENT)),
  ];
}

export const inMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

interface Watched {
  database: Database;
  processes: Record<string, ProbedProcess>;
}

interface SampleOptions {
  ms: number;
  everyMs: number;
  onSample(sample: Sample): void;
}

/** Samples at equal distances, until `ms` have passed. A machine that is too busy for one sample leaves it out. */
export async function takeSamples(watched: Watched, { ms, everyMs, onSample }: SampleOptions): Promise<Sample[]> {
  const samples: Sample[] = [];
  const started = performance.now();
  let failed = 0;
  for (let next = everyMs; next <= ms; next += everyMs) {
    await wait(Math.max(0, started + next - performance.now()));
    try {
      const sample = await takeSample(watched);
      samples.push(sample);
      onSample(sample);
    } catch (error) {
      if (++failed > MOST_FAILED) throw error;
    }
  }
  return samples;
}

async function takeSample({ database, processes }: Watched): Promise<Sample> {
  const sample: Sample = { memory: {}, counts: await countRows(database) };
  for (const [name, probed] of Object.entries(processes)) {
    const state = await readState(probed);
    sample.memory[`memory of ${name}`] = state.rss;
    sample.memory[`heap of ${name}`] = state.heap;
    Object.assign(sample.counts, countHandles(name, state));
  }
  return sample;
}

function countHandles(name: string, { resources, listeners }: ProcessState): Record<string, number> {
  const { Timeout: timers = 0, Immediate: _, ...others } = resources;
  const handles = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { [`timers of ${name}`]: timers, [`handles of ${name}`]: handles, [`listeners of ${name}`]: listeners };
}

/** What waits to be done, and what a sweep should have removed. */
async function countRows(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS "database connections",
      (SELECT count(*)::int FROM outbox) AS "outbox",
      (SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
        AND start_after <= now() - interval '10 seconds') AS "jobs that are late",
      (SELECT count(*)::int FROM pgboss.job WHERE state IN ('completed', 'failed', 'cancelled')
        AND completed_on < now() - interval '2 hours') AS "jobs kept too long",
      (SELECT count(*)::int FROM account_session WHERE expires_at < now() - interval '2 hours') AS "sessions kept too long",
      (SELECT count(*)::int FROM payment WHERE status IN ('created', 'pending') AND expires_at < now() - interval '1 minute')
        AS "payments not given up"`.execute(database);
  return rows[0] ?? {};
}
