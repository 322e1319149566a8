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

/** A day, or a moment to the minute, in the reader's own time. */
export function dateText(moment: string, language: Language, hasTime: boolean): string {
  const date = new Date(moment);
  const clock = hasTime ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  if (language !== 'kz') {
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
    return new Intl.DateTimeFormat(DATE_TAGS[language], { ...day, ...clock }).format(date);
  }
  const day = `${date.getFullYear()} ж. ${date.getDate()} ${KAZAKH_MONTHS[date.getMonth()]}`;
  return hasTime ? `${day}, ${new Intl.DateTimeFormat('ru', clock).format(date)}` : day;
}
