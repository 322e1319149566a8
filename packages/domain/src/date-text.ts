import { LANGUAGE_TAGS, type Language } from './constants.ts';

/** The English texts are British. */
export const DATE_TAGS = { ...LANGUAGE_TAGS, en: 'en-GB' } as const;

/** Browsers have no Kazakh names of months: they return "M11". */
const KAZAKH_MONTHS = [
  ...['қаңтар', 'ақпан', 'наурыз', 'сәуір', 'мамыр', 'маусым'],
  ...['шілде', 'тамыз', 'қыркүйек', 'қазан', 'қараша', 'желтоқсан'],
];

export function monthNames(language: Language): string[] {
  if (language === 'kz') return KAZAKH_MONTHS;
  const format = new Intl.DateTimeFormat(DATE_TAGS[language], { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
}

/** A day, or a moment to the minute, in the reader's own time unless a time zone is given. */
export function dateText(moment: string, language: Language, hasTime: boolean, timeZone?: string): string {
  const date = new Date(moment);
  const format = (tag: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(date);
  const clock = hasTime ? ({ timeStyle: 'short' } as const) : {};
  if (language !== 'kz') return format(DATE_TAGS[language], { dateStyle: 'long', ...clock });
  // As yyyy-mm-dd.
  const [year, month, ofMonth] = format('sv', {}).split('-');
  const day = `${year} ж. ${Number(ofMonth)} ${KAZAKH_MONTHS[Number(month) - 1]}`;
  return hasTime ? `${day}, ${format('ru', clock)}` : day;
}

/** A day without its year, such as 2026-11-17 below a chart. In Kazakh the short names are the first three letters. */
export function shortDayText(day: string, language: Language): string {
  const date = new Date(day);
  if (language === 'kz') return `${date.getUTCDate()} ${KAZAKH_MONTHS[date.getUTCMonth()]?.slice(0, 3)}.`;
  const format = new Intl.DateTimeFormat(DATE_TAGS[language], { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(date);
}
