import { expect, it } from 'vitest';
import { createReplicaProgress, parseLsn } from './replica-progress.ts';

function start(maxLagMs = 5_000) {
  const clock = { now: 0 };
  const progress = createReplicaProgress(maxLagMs, () => clock.now);
  const read = (lsn: bigint, history = 'a 1') => progress.set({ lsn, history });
  return { clock, progress, read, wanted: () => progress.wanted()?.lsn };
}

it('reads a position as PostgreSQL writes it', () => {
  expect(parseLsn('0/0')).toBe(0n);
  expect(parseLsn('16/B374D848')).toBe(0x16_b374_d848n);
  expect(parseLsn('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n);
});

it('wants nothing before the first position, and the first one then', () => {
  const { read, wanted } = start();
  expect(wanted()).toBeUndefined();
  read(10n);
  expect(wanted()).toBe(10n);
});

it('does not use the replica from a change until its position is known', () => {
  const { progress, read, wanted } = start();
  read(10n);
  progress.forget();
  expect(wanted()).toBeUndefined();
  read(20n);
  expect(wanted()).toBe(20n);
});

it('wants what is older than the limit, also without a change', () => {
  const { clock, read, wanted } = start(5_000);
  read(10n);
  for (const [now, lsn] of [
    [3_000, 20n],
    [6_000, 30n],
    [9_000, 40n],
  ] as const) {
    clock.now = now;
    read(lsn);
  }
  clock.now = 7_999;
  expect(wanted()).toBe(10n);
  clock.now = 8_000;
  expect(wanted()).toBe(20n);
  clock.now = 60_000;
  expect(wanted()).toBe(40n);
});

it('never wants less than the last change', () => {
  const { clock, progress, read, wanted } = start(5_000);
  read(10n);
  clock.now = 1_000;
  progress.forget();
  read(50n);
  clock.now = 5_500;
  expect(wanted()).toBe(50n);
});

it('compares no positions of two histories', () => {
  const { clock, progress, read } = start(1_000);
  read(900n, 'a 1');
  progress.forget();
  read(100n, 'a 2');
  clock.now = 60_000;
  expect(progress.wanted()).toEqual({ lsn: 100n, history: 'a 2' });
});
