/** A promise with its goal and what was measured. */
export interface GoalRow {
  what: string;
  goal: string;
  result: string;
  isMet: boolean;
}

export const BACK_SECONDS = 30;
const LEAST_LOOKS = 0.99;
/** Of the requests while only web servers and workers are killed or restarted. */
const MOST_FAILED = 0.01;

export function recoveryRow(what: string, seconds: readonly number[], note: string): GoalRow {
  const sorted = seconds.toSorted((a, b) => a - b);
  const slowest = sorted.at(-1) ?? 0;
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {
    what,
    goal: `a purchase within ${BACK_SECONDS} s`,
    result: `median ${median.toFixed(1)} s, slowest ${slowest.toFixed(1)} s; ${note}`,
    isMet: slowest <= BACK_SECONDS,
  };
}

export function lookRow(what: string, { answered, failed }: { answered: number; failed: number }): GoalRow {
  const share = answered / Math.max(1, answered + failed);
  return {
    what: `catalogue requests, ${what}`,
    goal: 'at least 99 % answered',
    result: `${(share * 100).toFixed(2)} % of ${answered + failed}`,
    isMet: share >= LEAST_LOOKS,
  };
}

export function failedRow(what: string, { all, failed }: { all: number; failed: number }): GoalRow {
  const share = failed / Math.max(1, all);
  return {
    what: `failed requests, ${what}`,
    goal: 'at most 1 %',
    result: `${failed} of ${all} (${(share * 100).toFixed(2)} %)`,
    isMet: share <= MOST_FAILED,
  };
}

/** Nothing of the kind may be found. */
export function noneRow(what: string, found: readonly string[], note = ''): GoalRow {
  return { what, goal: 'none', result: `${found.length}${note && `; ${note}`}`, isMet: found.length === 0 };
}

export function goalTable(rows: readonly GoalRow[]): string {
  const lines = rows.map(
    ({ what, goal, result, isMet }) => `| ${what} | ${goal} | ${result} | ${isMet ? 'met' : 'MISSED'} |`,
  );
  return ['| what | goal | result | |', '|---|---|---|---|', ...lines].join('\n');
}
