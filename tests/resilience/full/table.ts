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
  /** It was left out, so it shows nothing. */
  isSkipped?: boolean;
}

/** The part of a report of Vitest that is read here. */
export interface TestReport {
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

/** A row for each file, and one for each test that was skipped. */
export function rowsOf({ testResults }: TestReport): ResultRow[] {
  return testResults.flatMap(({ name, message, startTime, endTime, assertionResults }): ResultRow[] => {
    const file = name.replace(/^.*\/|\.test\.ts$/g, '');
    const [passed, failed] = ['passed', 'failed'].map((wanted) =>
      assertionResults.filter(({ status }) => status === wanted),
    );
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
    return [
      {
        what: file,
        result: `${passed?.length} tests passed`,
        seconds: (endTime - startTime) / 1000,
        faults: [
          ...(message === '' ? [] : [message]),
          ...(failed ?? []).map(({ title, failureMessages }) => `${title}: ${failureMessages[0]?.split('\n')[0]}`),
        ],
      },
      ...skipped.map(({ title }) => ({
        what: `${file}: ${title}`,
        result: 'skipped',
        seconds: 0,
        faults: [],
        isSkipped: true,
      })),
    ];
  });
}

function verdictOf({ faults, isSkipped }: ResultRow): string {
  if (faults.length > 0) return `${faults.length} FAULTS`;
  return isSkipped ? 'not run' : 'holds';
}

export function table(rows: ResultRow[]): string {
  const lines = rows.map((row) => `| ${row.what} | ${row.result} | ${row.seconds.toFixed(1)} s | ${verdictOf(row)} |`);
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
