/** The part of Playwright's JSON report that `npm test` reads. */
export interface PlaywrightReport {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number };
}

interface Suite {
  file: string;
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: Suite[];
}

export interface EndToEndResult {
  passed: number;
  failed: number;
  /** Tests that needed a second try. */
  unstable: string[];
}

/** One slow page does not fail the run. More of them are a defect. */
const MOST_UNSTABLE = 2;

export function readPlaywrightReport({ suites, stats }: PlaywrightReport): EndToEndResult {
  const unstable = suites.flatMap(listUnstable);
  const { expected, unexpected, flaky } = stats;
  return flaky > MOST_UNSTABLE
    ? { passed: expected, failed: unexpected + flaky, unstable }
    : { passed: expected + flaky, failed: unexpected, unstable };
}

function listUnstable({ file, specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === 'flaky').map(({ projectName }) => `${file}: ${title} (${projectName})`),
  );
  return [...own, ...suites.flatMap(listUnstable)];
}
