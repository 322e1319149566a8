import { relative } from 'node:path';

/** The part of Vitest's JSON report that `npm test` reads. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** One test that a busy machine disturbs does not fail the run. More files of them are a defect. */
const MAX_UNSTABLE_FILES = 2;

/** The files that run a second time, by their paths below `root`. None if too many failed. */
export function listFailedFiles({ testResults }: VitestReport, root: string): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
  return failed.length > MAX_UNSTABLE_FILES ? [] : failed;
}

/** A run, with what was wrong in it that belongs to no test: an unhandled error, a write of the console without a test. */
export interface VitestRun {
  report: VitestReport | undefined;
  exitCode: number;
  faults: number;
}

interface Count {
  passed: number;
  failed: number;
}

/** A runner that fails without a failed test counts as one failure. */
export const withFailure = (exitCode: number, count: Count): Count =>
  exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;

export function countRun({ report, exitCode, faults }: VitestRun): Count {
  const failed = (report?.numFailedTests ?? 0) + faults;
  return withFailure(exitCode, { passed: report?.numPassedTests ?? 0, failed });
}

/** A run whose failed files ran again. Their second results replace their first. The faults of both runs count. */
export function countBothRuns(first: VitestRun, second: VitestRun): Count {
  if (!first.report || !second.report) return countRun(first);
  const { failed } = countRun(second);
  return { passed: countPassed(first.report, second.report), failed: failed + first.faults };
}

/** The passed tests of a run whose failed files ran again: their second results replace their first. */
function countPassed(first: VitestReport, second: VitestReport): number {
  const passedInFailedFiles = first.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return first.numPassedTests - passedInFailedFiles + second.numPassedTests;
}
