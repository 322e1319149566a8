import type { ErrorCode } from '@oyna/domain/errors';
import { validateBirthDate } from '@oyna/domain/validation';

export interface BirthDate {
  day: string;
  month: string;
  year: string;
}

const NO_DATE: BirthDate = { day: '', month: '', year: '' };
const OLDEST_AGE = 110;

/** 'YYYY-MM-DD', as the server has it, to the values of the three lists. */
export function toBirthDate(text: string | null): BirthDate {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  return year && month && day ? { day: String(Number(day)), month: String(Number(month)), year } : NO_DATE;
}

export function fromBirthDate({ day, month, year }: BirthDate): string | null {
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

/** It may be left out, but not in part. */
export function checkBirthDate(date: BirthDate, now = new Date()): ErrorCode | undefined {
  const { day, month, year } = date;
  if (!day && !month && !year) return undefined;
  return validateBirthDate({ day: Number(day), month: Number(month), year: Number(year) }, now);
}

export function birthYears(now = new Date()): number[] {
  const thisYear = now.getUTCFullYear();
  return Array.from({ length: OLDEST_AGE }, (_, age) => thisYear - age);
}
