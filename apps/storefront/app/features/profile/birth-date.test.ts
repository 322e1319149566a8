import { expect, it } from 'vitest';
import { birthYears, checkBirthDate, fromBirthDate, toBirthDate } from './birth-date.ts';

const NOW = new Date('2026-06-15T12:00:00Z');

it('converts between the text of the server and the lists', () => {
  expect(toBirthDate('1999-02-03')).toEqual({ day: '3', month: '2', year: '1999' });
  expect(fromBirthDate({ day: '3', month: '2', year: '1999' })).toBe('1999-02-03');
  for (const text of [null, '', '1999-2-3', 'never']) expect(fromBirthDate(toBirthDate(text))).toBeNull();
});

it('may be left out, but not in part, and not in the future', () => {
  expect(checkBirthDate({ day: '', month: '', year: '' }, NOW)).toBeUndefined();
  expect(checkBirthDate({ day: '3', month: '2', year: '1999' }, NOW)).toBeUndefined();
  expect(checkBirthDate({ day: '29', month: '2', year: '2000' }, NOW)).toBeUndefined();
  for (const date of [
    { day: '3', month: '2', year: '' },
    { day: '', month: '2', year: '1999' },
    { day: '29', month: '2', year: '1999' },
    { day: '31', month: '12', year: '2026' },
  ]) {
    expect(checkBirthDate(date, NOW)).toBe('birth-date-invalid');
  }
});

it('offers this year first', () => {
  expect(birthYears(NOW)[0]).toBe(2026);
  expect(birthYears(NOW).at(-1)).toBe(1917);
});
