import { expect, it } from 'vitest';
import { readPlaywrightReport } from './playwright-report.ts';

const spec = (title: string, status: string) => ({ title, tests: [{ projectName: 'phone', status }] });

function readReport(unstable: number) {
  const flaky = Array.from({ length: unstable }, (_, place) => spec(`slow ${place + 1}`, 'flaky'));
  const inner = { file: 'cart.spec.ts', specs: flaky.slice(1) };
  const suite = {
    file: 'cart.spec.ts',
    specs: [spec('passes', 'expected'), spec('fails', 'unexpected'), ...flaky.slice(0, 1)],
    suites: [inner],
  };
  return readPlaywrightReport({ suites: [suite], stats: { expected: 1, unexpected: 1, flaky: unstable } });
}

it('counts a test that passed at its second try as passed, and names it', () => {
  expect(readReport(0)).toEqual({ passed: 1, failed: 1, unstable: [] });
  expect(readReport(2)).toEqual({
    passed: 3,
    failed: 1,
    unstable: ['cart.spec.ts: slow 1 (phone)', 'cart.spec.ts: slow 2 (phone)'],
  });
});

it('counts every unstable test as failed when there are more than two', () => {
  const { passed, failed, unstable } = readReport(3);
  expect([passed, failed, unstable.length]).toEqual([1, 4, 3]);
});
