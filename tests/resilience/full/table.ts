export interface ProofContext {
  seed: number;
  say: (line: string) => void;
  /** So much of the full size as this run is about. */
  sized: (full: number) => number;
}

export interface ProofRow {
  what: string;
  result: string;
  seconds: number;
  faults: string[];
}

export function table(rows: ProofRow[]): string {
  const lines = rows.map(
    ({ what, result, seconds, faults }) =>
      `| ${what} | ${result} | ${seconds.toFixed(1)} s | ${faults.length === 0 ? 'holds' : `${faults.length} FAULTS`} |`,
  );
  return ['| what | result | time | |', '|---|---|---|---|', ...lines].join('\n');
}

export async function timed<Result>(work: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const started = Date.now();
  const result = await work();
  return { seconds: (Date.now() - started) / 1000, ...result };
}
