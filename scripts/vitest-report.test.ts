import { expect, it } from 'vitest';
import { countPassed, listFailedFiles, type VitestReport } from './vitest-report.ts';

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

it('counts the second results of the failed files in place of their first', () => {
  const allPass = report({ 'b.test.ts': ['passed', 'passed'], 'c.test.ts': ['passed'] });
  expect(countPassed(first, allPass)).toBe(5);
  const oneFails = report({ 'b.test.ts': ['failed', 'passed'], 'c.test.ts': ['passed'] });
  expect(countPassed(first, oneFails)).toBe(4);
});
