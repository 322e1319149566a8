import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FloodCounts, FloodKind } from './flood-kinds.ts';
import type { FloodOrder } from './flood-process.ts';
import type { Visitors } from './visitors.ts';

const FLOOD_PROCESS = fileURLToPath(new URL('./flood-process.ts', import.meta.url));
const MOST = 3;
/** Below it, the clock of a busy machine decides. */
const NOTICEABLE_MS = 50;

const CALM_MS = 2_000;

export interface FloodResult {
  kind: FloodKind;
  quiet: number[];
  flooded: number[];
  counts: FloodCounts;
}

interface Rounds {
  rounds: number;
  phaseMs: number;
  seed: number;
  port: number;
}

/** Quiet and flooded phases in turns, so that other work on the machine affects both. */
export async function flood(kind: FloodKind, visitors: Visitors, options: Rounds): Promise<FloodResult> {
  const { rounds, phaseMs, seed, port } = options;
  const child = fork(FLOOD_PROCESS, { execArgv: [] });
  const result: FloodResult = { kind, quiet: [], flooded: [], counts: { sent: 0, refused: 0 } };
  try {
    for (let round = 0; round < rounds; round++) {
      // What the last flood has left to do is not quiet.
      await wait(CALM_MS);
      result.quiet.push(...(await measurePhase(visitors, phaseMs)));
      send(child, { kind, seed: seed + round, port });
      result.flooded.push(...(await measurePhase(visitors, phaseMs)));
      send(child, 'end');
      const [counts] = (await once(child, 'message')) as [FloodCounts];
      result.counts.sent += counts.sent;
      result.counts.refused += counts.refused;
    }
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
  return result;
}

const send = (child: ChildProcess, order: FloodOrder): void => void child.send(order);

async function measurePhase(visitors: Visitors, ms: number): Promise<number[]> {
  const before = visitors.durations.length;
  await wait(ms);
  return visitors.durations.slice(before);
}

/** The fault of the result, if there is one. */
export function faultOfFlood({
  kind,
  quiet,
  flooded,
}: Pick<FloodResult, 'kind' | 'quiet' | 'flooded'>): string | undefined {
  if (quiet.length === 0 || flooded.length === 0) return `${kind}: no visitor was answered`;
  const [before, during] = [percentile(quiet, 99), percentile(flooded, 99)];
  const isSlow = during > Math.max(before, NOTICEABLE_MS / MOST) * MOST;
  return isSlow
    ? `${kind}: the 99th percentile of visitors rose from ${before.toFixed(0)} to ${during.toFixed(0)} ms`
    : undefined;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
