import { expect, it } from 'vitest';
import { countBothRuns, countRun, listFailedFiles, type VitestReport, type VitestRun } from './vitest-report.ts';

function report(files: Record<string, string[]>): VitestReport {
  const statuses = Object.values(files).flat();
  return {
    numPassedTests: statuses.filter((status) => status === 'passed').length,
    numFailedTests: statuses.filter((status) => status === 'failed').length,
    testResults: Object.entries(files).map(([name, tests]) => ({
      name: `/project/${name}`,
      status: tests.every((status) => status === 'passed') ? 'passed' : 'failed',
      assertionResults: tests.map((status) => ({ status })),
    })),
  };
}

const first = report({
  'a.test.ts': ['passed', 'passed'],
  'b.test.ts': ['passed', 'failed'],
  'c.test.ts': ['skipped'],
});

it('names the files with a failed test and those whose set-up failed', () => {
  expect(listFailedFiles(first, '/project')).toEqual(['b.test.ts', 'c.test.ts']);
});

it('names none when more than two files failed', () => {
  const many = report({ a: ['failed'], b: ['failed'], c: ['failed'] });
  expect(listFailedFiles(many, '/project')).toEqual([]);
});

const ran = (of: VitestReport, faults = 0): VitestRun => ({
  report: of,
  exitCode: of.numFailedTests + faults > 0 ? 1 : 0,
  faults,
});
const allPass = report({ 'b.test.ts': ['passed', 'passed'], 'c.test.ts': ['passed'] });

it('counts the second results of the failed files in place of their first', () => {
  expect(countBothRuns(ran(first), ran(allPass))).toEqual({ passed: 5, failed: 0 });
  const oneFails = report({ 'b.test.ts': ['failed', 'passed'], 'c.test.ts': ['passed'] });
  expect(countBothRuns(ran(first), ran(oneFails))).toEqual({ passed: 4, failed: 1 });
});

it('counts what was wrong in either run and belongs to no test', () => {
  expect(countBothRuns(ran(first, 1), ran(allPass))).toEqual({ passed: 5, failed: 1 });
  expect(countBothRuns(ran(first), ran(allPass, 1))).toEqual({ passed: 5, failed: 1 });
  expect(countRun(ran(allPass, 2))).toEqual({ passed: 3, failed: 2 });
  expect(countRun({ report: allPass, exitCode: 1, faults: 0 })).toEqual({ passed: 3, failed: 1 });
  expect(countBothRuns(ran(first), { report: undefined, exitCode: 1, faults: 0 })).toEqual({ passed: 3, failed: 1 });
});
