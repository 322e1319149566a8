import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInDateRange, nextSort, validateDateRange } from './list-filters.ts';

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

describe('the sort of a list', () => {
  it('starts a new field ascending and toggles the active one', () => {
    const first = nextSort(undefined, 'date');
    expect(first).toEqual({ field: 'date', direction: 'asc' });
    const second = nextSort(first, 'date');
    expect(second).toEqual({ field: 'date', direction: 'desc' });
    expect(nextSort(second, 'date')).toEqual(first);
    expect(nextSort(second, 'amount')).toEqual({ field: 'amount', direction: 'asc' });
  });
});
