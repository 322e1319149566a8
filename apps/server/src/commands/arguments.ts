import { readFileSync } from 'node:fs';
import { isDay } from '@oyna/domain/calendar-day';
import { storeDayEnd, storeDayStart } from '@oyna/domain/store-time';
import { CommandError, UsageError } from './command-error.ts';

/** The argument of commands about one order. */
export const ORDER = ['<order>', 'its id or short number'] as const;

/** Reads a positive whole number. */
export function parseId(name: string, text: string | undefined): number {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1) throw new UsageError(`${name} needs a number: ${text ?? 'none was given'}`);
  return id;
}

/** Reads which one of several switches is set. */
export function parseVerdict<Verdict extends string>(
  options: Partial<Record<Verdict, boolean>>,
  verdicts: readonly Verdict[],
): Verdict {
  const [verdict, ...more] = verdicts.filter((one) => options[one]);
  if (verdict !== undefined && more.length === 0) return verdict;
  throw new UsageError(`The command needs one of ${verdicts.map((one) => `--${one}`).join(' and ')}`);
}

export const readTextFile = (file: string): string => readBytes(file).toString('utf8');

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(
      `${file}: cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    );
  }
}

/** The moment when a day of the store begins. */
export const parseFirstDay = (name: string, value: string): Date => storeDayStart(readDay(name, value));

/** The moment when a day of the store ends: the last day counts. */
export const parseLastDay = (name: string, value: string): Date => storeDayEnd(readDay(name, value));

function readDay(name: string, value: string): string {
  if (!isDay(value)) throw new UsageError(`${name} must be a day, as 2027-12-31`);
  return value;
}

/** A moment with its time zone, so that it means the same on every machine. */
export function parseMoment(name: string, value: string): Date {
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value);
  const date = new Date(isComplete ? value : Number.NaN);
  if (Number.isNaN(+date)) throw new UsageError(`${name} must be a moment, as 2027-12-31T23:59:00Z`);
  return date;
}
