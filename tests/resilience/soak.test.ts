import { afterAll, expect, it } from 'vitest';
import { cleanUp, run } from '../../apps/server/src/testing/store-process.ts';
import { faultOfFlood, percentile } from './floods.ts';
import { groupFaults } from './full/table.ts';
import { PROBED, readState } from './process-state.ts';
import { compareThirds } from './soak.ts';

afterAll(cleanUp);

/** Makes a megabyte of numbers every few milliseconds, and keeps all of them if it leaks. */
const program = (isLeaking: boolean) => `
  const kept = [];
  setInterval(() => { const made = Array.from({ length: 130_000 }, () => Math.random()); if (${isLeaking}) kept.push(made); }, 5);
  console.log('ready');`;

it.each([true, false])(
  'finds a process that keeps something of every request, and no other (%s)',
  async (isLeaking) => {
    const started = run([process.execPath, ...PROBED, '--input-type=module', '-e', program(isLeaking)], {});
    await started.printed('ready');
    const samples = [];
    for (let count = 0; count < 9; count++) {
      const { heap, listeners } = await readState(started);
      samples.push({ memory: { heap }, counts: { listeners } });
    }
    const faults = compareThirds(samples).flatMap(({ fault }) => fault ?? []);
    expect(faults).toEqual(isLeaking ? [expect.stringContaining('heap grew from')] : []);
  },
);

it('compares the middle of the first and the last third, so that one high sample is no growth', () => {
  const samples = [10, 10, 99, 10, 10, 10, 10, 99, 10].map((waiting) => ({ memory: {}, counts: { waiting } }));
  expect(compareThirds(samples).flatMap(({ fault }) => fault ?? [])).toEqual([]);
  const grown = [10, 10, 10, 50, 50, 50, 99, 99, 99].map((waiting) => ({ memory: {}, counts: { waiting } }));
  expect(compareThirds(grown)).toEqual([{ what: 'waiting', first: 10, last: 99, fault: 'waiting grew from 10 to 99' }]);
});

it('finds a slow answer in a hundred during a flood', () => {
  const quiet = Array.from({ length: 200 }, (_, index) => index / 2);
  expect(percentile(quiet, 99)).toBe(98.5);
  const flooded = [...quiet.slice(0, 197), 400, 400, 400];
  expect(faultOfFlood({ kind: 'slow bodies', quiet, flooded: quiet })).toBeUndefined();
  expect(faultOfFlood({ kind: 'slow bodies', quiet, flooded })).toContain('rose from 99 to 400 ms');
  expect(faultOfFlood({ kind: 'slow bodies', quiet, flooded: [] })).toContain('no visitor was answered');
});

it('names each kind of fault once, with its count', () => {
  const faults = ['/orders/17: 500', '/health: 500', '/orders/4a0c: 500', '/orders/18: 502', '/health: 500 again'];
  expect(groupFaults(faults)).toEqual(['2 × /orders/17: 500', '/health: 500', '/orders/18: 502', '/health: 500 again']);
});
