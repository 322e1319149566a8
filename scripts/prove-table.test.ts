import { expect, it } from 'vitest';
import { rowsOf, table } from '../tests/resilience/full/table.ts';

const test = (title: string, status: string) => ({
  title,
  status,
  failureMessages: status === 'failed' ? ['no\nat'] : [],
});

it('says of each skipped test that it was not run, and of the others whether they hold', () => {
  const assertionResults = [test('a backup is made', 'passed'), test('a release is upgraded', 'skipped')];
  const file = { message: '', startTime: 0, endTime: 1500 };
  const rows = rowsOf({
    testResults: [
      { ...file, name: '/a/operator-tasks.test.ts', assertionResults },
      { ...file, name: '/a/sales-day.test.ts', assertionResults: [test('sums', 'failed')] },
    ],
  });
  expect(table(rows).split('\n').slice(2)).toEqual([
    '| operator-tasks | 1 tests passed | 1.5 s | holds |',
    '| operator-tasks: a release is upgraded | skipped | 0.0 s | not run |',
    '| sales-day | 0 tests passed | 1.5 s | 1 FAULTS |',
  ]);
});
