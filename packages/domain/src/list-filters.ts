/** The date range and the sort order of a list (spec §2, §4, §5). */
import { isDay } from './calendar-day.ts';
import type { ErrorCode } from './errors.ts';

/** How far lists of the console are counted. What is more is shown as "1000+", because counting all reads all. */
export const MOST_COUNTED = 1_000;

/** Calendar days like "2026-01-31". An empty bound is open. */
export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

export function validateDateRange({ from = '', to = '' }: DateRange): ErrorCode | undefined {
  const areDays = [from, to].every((day) => day === '' || isDay(day));
  return areDays && (from === '' || to === '' || from <= to) ? undefined : 'date-range-invalid';
}

/** Both days are included, to their last minute. An invalid bound is open. */
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

function dayOf(date: Date, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
}

export type SortField = 'date' | 'amount';
export interface Sort {
  field: SortField;
  direction: 'asc' | 'desc';
}

/** A new field starts ascending. A click on the active field reverses it. */
export function nextSort(current: Sort | undefined, clicked: SortField): Sort {
  const toggles = current?.field === clicked && current.direction === 'asc';
  return { field: clicked, direction: toggles ? 'desc' : 'asc' };
}
