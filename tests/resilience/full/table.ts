export interface RunContext {
  seed: number;
  say: (line: string) => void;
  /** Scales a full size to the size of this run. */
  sized: (full: number) => number;
}

export interface ResultRow {
  what: string;
  result: string;
  seconds: number;
  faults: string[];
}

export function table(rows: ResultRow[]): string {
  const lines = rows.map(
    ({ what, result, seconds, faults }) =>
      `| ${what} | ${result} | ${seconds.toFixed(1)} s | ${faults.length === 0 ? 'holds' : `${faults.length} FAULTS`} |`,
  );
  return ['| what | result | time | |', '|---|---|---|---|', ...lines].join('\n');
}

/** Each kind of fault once, with its first example and its count. Faults of a kind have the same status and differ in other numbers only. */
export function groupFaults(faults: readonly string[]): string[] {
  const kinds = Map.groupBy(faults, (fault) =>
    fault.replaceAll(/\b(?![1-5]\d\d\b)(?=\w*\d)[\w-]+/g, '0').slice(0, 120),
  );
  return [...kinds.values()].map(([first = '', ...others]) =>
    others.length === 0 ? first : `${others.length + 1} × ${first}`,
  );
}

export async function measure<Result>(work: () => Promise<Result>): Promise<Result & { seconds: number }> {
  const started = Date.now();
  const result = await work();
  return { seconds: (Date.now() - started) / 1000, ...result };
}
