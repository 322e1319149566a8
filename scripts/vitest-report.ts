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

/** The passed tests of a run whose failed files ran again: their second results replace their first. */
export function countPassed(first: VitestReport, second: VitestReport): number {
  const passedInFailedFiles = first.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return first.numPassedTests - passedInFailedFiles + second.numPassedTests;
}
