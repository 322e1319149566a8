import { describe, expect, it } from 'vitest';
import { isCalendarDay, isDay } from './calendar-day.ts';

describe('a calendar day', () => {
  it('exists or not', () => {
    expect(isCalendarDay(2024, 2, 29)).toBe(true);
    expect(isCalendarDay(2026, 2, 29)).toBe(false);
    expect(isCalendarDay(2026, 13, 1)).toBe(false);
    expect(isCalendarDay(2026, 4, 0)).toBe(false);
    expect(isCalendarDay(2026, 4, Number.NaN)).toBe(false);
  });

  it.each(['2026-02-30', '2026-2-3', '26-02-03', '2026-02', '2026-02-03T00:00', ' 2026-02-03', '-026-02-03', ''])(
    'is not written as "%s"',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  it('is written as year, month and day', () => {
    expect(isDay('2026-02-03')).toBe(true);
  });
});
