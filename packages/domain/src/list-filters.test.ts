import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCalendarDay, isInDateRange, parsePage, validateDateRange } from './list-filters.ts';

describe('a page', () => {
  it('is the first one of twenty unless asked otherwise', () => {
    expect(parsePage({})).toEqual({ pageNumber: 1, pageSize: 20 });
    expect(parsePage({ pageNumber: '6', pageSize: 100 })).toEqual({ pageNumber: 6, pageSize: 100 });
    expect(parsePage({ pageNumber: 1_000_000, pageSize: 1 })).toEqual({ pageNumber: 1_000_000, pageSize: 1 });
  });

  it.each([
    { pageNumber: 0 },
    { pageNumber: -1 },
    { pageNumber: '1.5' },
    { pageNumber: 'x' },
    { pageNumber: '' },
    { pageNumber: '1e3' },
    { pageNumber: 1_000_001 },
    { pageSize: 0 },
    { pageSize: 101 },
    { pageSize: Number.NaN },
    { pageSize: '٣' },
  ])('is refused as %o', (query) => {
    expect(parsePage(query)).toBeUndefined();
  });

  it('is always within the limits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.integer()),
        fc.oneof(fc.string(), fc.nat(200)),
        (pageNumber, pageSize) => {
          const page = parsePage({ pageNumber, pageSize });
          if (!page) return;
          expect(Number.isSafeInteger((page.pageNumber - 1) * page.pageSize)).toBe(true);
          expect(page.pageNumber).toBeGreaterThanOrEqual(1);
          expect(page.pageSize).toBeGreaterThanOrEqual(1);
          expect(page.pageSize).toBeLessThanOrEqual(100);
        },
      ),
    );
  });
});

describe('a date range', () => {
  const range = { from: '2026-01-10', to: '2026-01-12' };
  const within = (moment: string) => isInDateRange(moment, range, 'Asia/Almaty');

  it('includes both of its days, from the first minute to the last', () => {
    expect(within('2026-01-10T00:00:00.000+05:00')).toBe(true);
    expect(within('2026-01-12T23:59:59.999+05:00')).toBe(true);
    expect(within('2026-01-09T23:59:59.999+05:00')).toBe(false);
    expect(within('2026-01-13T00:00:00.000+05:00')).toBe(false);
  });

  it('goes by the days of the given time zone', () => {
    expect(isInDateRange('2026-01-12T23:00:00Z', range, 'UTC')).toBe(true);
    expect(isInDateRange('2026-01-12T23:00:00Z', range, 'Asia/Almaty')).toBe(false);
  });

  it('is open where a bound is missing', () => {
    expect(isInDateRange('1999-01-01T00:00:00Z', { to: '2026-01-12' }, 'UTC')).toBe(true);
    expect(isInDateRange('2999-01-01T00:00:00Z', { from: '2026-01-12', to: '' }, 'UTC')).toBe(true);
    expect(isInDateRange('2999-01-01T00:00:00Z', {})).toBe(true);
    expect(isInDateRange('2026-01-12T00:00:00Z', { from: 'soon', to: '2026-02-30' }, 'UTC')).toBe(true);
  });

  it('contains nothing without a date', () => {
    expect(isInDateRange('yesterday', {})).toBe(false);
    expect(isInDateRange(Number.NaN, {})).toBe(false);
  });

  it('must be made of days in order', () => {
    expect(validateDateRange(range)).toBeUndefined();
    expect(validateDateRange({})).toBeUndefined();
    expect(validateDateRange({ from: '2026-01-10', to: '2026-01-10' })).toBeUndefined();
    expect(validateDateRange({ from: '2026-01-10' })).toBeUndefined();
    expect(validateDateRange({ from: '2026-01-13', to: '2026-01-12' })).toBe('date-range-invalid');
    expect(validateDateRange({ from: '2026-02-30' })).toBe('date-range-invalid');
    expect(validateDateRange({ to: '10.01.2026' })).toBe('date-range-invalid');
  });

  it('never throws, whatever is typed', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.oneof(text, fc.double(), fc.date({ noInvalidDate: false })), (from, to, moment) => {
        validateDateRange({ from, to });
        isInDateRange(moment, { from, to }, 'UTC');
      }),
    );
  });
});

describe('a calendar day', () => {
  it('exists or not', () => {
    expect(isCalendarDay(2024, 2, 29)).toBe(true);
    expect(isCalendarDay(2026, 2, 29)).toBe(false);
    expect(isCalendarDay(2026, 13, 1)).toBe(false);
    expect(isCalendarDay(2026, 4, 0)).toBe(false);
    expect(isCalendarDay(2026, 4, Number.NaN)).toBe(false);
  });
});
