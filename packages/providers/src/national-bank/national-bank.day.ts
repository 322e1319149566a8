/** The bank's calendar: days of Asia/Almaty as yyyy-mm-dd (which sorts by time), and dd.mm.yyyy as the wire has them. */
import { isDay } from '@oyna/domain/calendar-day';

const ALMATY_DAY = new Intl.DateTimeFormat('en', {
  timeZone: 'Asia/Almaty',
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** By the time-zone database, because the offset is no constant: UTC+6 until March 2024, UTC+5 since. */
export function almatyDay(time: Date): string {
  const parts = Object.fromEntries(ALMATY_DAY.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function toWireDate(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Undefined for what is not a day of the calendar, 30.02.2026 among it. */
export function parseWireDate(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\d{2}\.\d{2}\.\d{4}$/.test(text)) return undefined;
  const day = text.split('.').reverse().join('-');
  return isDay(day) ? day : undefined;
}
