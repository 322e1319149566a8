import { describe, expect, it } from 'vitest';
import { isCalendarDay } from './calendar-day.ts';

describe('a calendar day', () => {
  it('exists or not', () => {
    expect(isCalendarDay(2024, 2, 29)).toBe(true);
    expect(isCalendarDay(2026, 2, 29)).toBe(false);
    expect(isCalendarDay(2026, 13, 1)).toBe(false);
    expect(isCalendarDay(2026, 4, 0)).toBe(false);
    expect(isCalendarDay(2026, 4, Number.NaN)).toBe(false);
  });
});
