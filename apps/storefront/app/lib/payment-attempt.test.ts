import { beforeEach, expect, it, vi } from 'vitest';
import { attemptKey, endAttempt } from './payment-attempt.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

it('is one attempt until its answer is known', () => {
  const key = attemptKey('basket', 'kassa24');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptKey('basket', 'kassa24')).toBe(key);
  endAttempt();
  expect(attemptKey('basket', 'kassa24')).not.toBe(key);
});

it('is another attempt by another method or for another basket', () => {
  const key = attemptKey('basket', 'kassa24');
  expect(attemptKey('basket', 'platron')).not.toBe(key);
  expect(attemptKey('another', 'platron')).not.toBe(key);
});
