import { expect, it } from 'vitest';
import { pauseAfter } from './order-poll.ts';

it('polls less and less often', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 100].map((pollCount) => pauseAfter('waiting', pollCount) ?? 0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(10_000);
  expect(pauseAfter('failed', 0)).toBeUndefined();
});
