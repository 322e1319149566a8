import { expect, it } from 'vitest';
import { storeDay, storeDayEnd, storeDayStart } from './store-time.ts';

it('a day of the store begins at midnight in Almaty, five hours before that of UTC', () => {
  expect(storeDay(new Date('2026-03-05T18:59:59Z'))).toBe('2026-03-05');
  expect(storeDay(new Date('2026-03-05T19:00:00Z'))).toBe('2026-03-06');
  expect(storeDay(new Date('2026-12-30T23:30:00Z'))).toBe('2026-12-31');
});

it('each day begins right after the last moment of the day before, also when the clocks change', () => {
  // On 2024-03-01 the clocks went from six hours before UTC to five.
  for (const first of ['2024-02-20', '2026-12-25', '2999-12-25']) {
    let day = first;
    for (let count = 0; count < 20; count++) {
      expect(storeDay(storeDayStart(day))).toBe(day);
      expect(storeDay(new Date(+storeDayEnd(day) - 1))).toBe(day);
      const next = storeDay(storeDayEnd(day));
      expect(next > day).toBe(true);
      expect(storeDayStart(next)).toEqual(storeDayEnd(day));
      day = next;
    }
  }
  expect(storeDayEnd('9999-12-31')).toEqual(new Date('9999-12-31T19:00:00Z'));
  expect(storeDayStart('2026-03-06')).toEqual(new Date('2026-03-05T19:00:00Z'));
});
