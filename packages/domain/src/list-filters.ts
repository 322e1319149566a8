/** How a list is narrowed: the page asked for, and the days (spec §2, §5). */
import { DEFAULT_PAGE_SIZE, FIRST_PAGE, MAX_PAGE_SIZE } from './constants.ts';
import type { ErrorCode } from './errors.ts';

// Past this a page is a mistake or a probe, and its offset would only cost the database.
const MAX_PAGE_NUMBER = 1_000_000;

/** The page asked for, with the defaults filled in, or undefined when there can be no such page. */
export function parsePage(query: {
  pageNumber?: string | number | undefined;
  pageSize?: string | number | undefined;
}): { pageNumber: number; pageSize: number } | undefined {
  const pageNumber = readWhole(query.pageNumber ?? FIRST_PAGE, MAX_PAGE_NUMBER);
  const pageSize = readWhole(query.pageSize ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  return pageNumber && pageSize ? { pageNumber, pageSize } : undefined;
}

/** Calendar days as a date field gives them, "2026-01-31"; an empty bound is open. */
export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

export function validateDateRange({ from = '', to = '' }: DateRange): ErrorCode | undefined {
  const areDays = [from, to].every((day) => day === '' || isDay(day));
  return areDays && (from === '' || to === '' || from <= to) ? undefined : 'date-range-invalid';
}

/** Inclusive both ends, by the whole day: what happened at 23:59 of the last day is within. A bad bound is open. */
export function isInDateRange(
  moment: string | number | Date,
  { from = '', to = '' }: DateRange,
  timeZone?: string,
): boolean {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return false;
  const day = dayOf(date, timeZone);
  return (!isDay(from) || day >= from) && (!isDay(to) || day <= to);
}

function readWhole(value: string | number, max: number): number | undefined {
  const number = /^[0-9]+$/.test(String(value)) ? Number(value) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  return isCalendarDay(year ?? 0, month ?? 0, day ?? 0);
}

/** Whether the calendar has such a day; 30 February is none. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dayOf(date: Date, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
}
