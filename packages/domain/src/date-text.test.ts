import { expect, it } from 'vitest';
import { dateText, monthNames, shortDayText } from './date-text.ts';
import { STORE_TIME_ZONE } from './store-time.ts';

// Midday: the same day in every time zone from -11 to +11.
const MOMENT = '2026-11-15T12:05:00.000Z';

it('writes a day as the reader does', () => {
  expect(dateText(MOMENT, 'ru', false)).toBe('15 ноября 2026 г.');
  expect(dateText(MOMENT, 'en', false)).toBe('15 November 2026');
  expect(dateText(MOMENT, 'kz', false)).toBe('2026 ж. 15 қараша');
});

it('adds the minute where it matters', () => {
  for (const language of ['ru', 'en', 'kz'] as const)
    expect(dateText(MOMENT, language, true)).toMatch(/15.*\d{1,2}:05/);
});

it('writes the day of another time zone, wherever the process runs', () => {
  const evening = '2026-03-04T21:00:00Z';
  const dayIn = (zone: string) =>
    (['ru', 'en', 'kz'] as const).map((language) => dateText(evening, language, false, zone));
  expect(dayIn(STORE_TIME_ZONE)).toEqual(['5 марта 2026 г.', '5 March 2026', '2026 ж. 5 наурыз']);
  expect(dayIn('UTC')).toEqual(['4 марта 2026 г.', '4 March 2026', '2026 ж. 4 наурыз']);
  for (const language of ['ru', 'en', 'kz'] as const) {
    expect(dateText(evening, language, true, STORE_TIME_ZONE)).toContain('02:00');
  }
});

it('has twelve names for the months in every language', () => {
  expect(monthNames('ru')[0]).toBe('январь');
  expect(monthNames('en')[1]).toBe('February');
  expect(monthNames('kz')[11]).toBe('желтоқсан');
  for (const language of ['ru', 'en', 'kz'] as const) expect(new Set(monthNames(language)).size).toBe(12);
});

it('writes a day of the calendar in short, the same in every time zone', () => {
  const days = (day: string) => (['ru', 'en', 'kz'] as const).map((language) => shortDayText(day, language));
  expect(days('2026-11-01')).toEqual(['1 нояб.', '1 Nov', '1 қар.']);
  expect(days('2026-05-31')).toEqual(['31 мая', '31 May', '31 мам.']);
});
