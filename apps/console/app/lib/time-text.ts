import type { Language } from '@oyna/domain/constants';
import { dateText } from '@oyna/domain/date-text';
import { useCallback, useSyncExternalStore } from 'react';
import { type Translate, useLanguage, useTexts } from './texts.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 min ago" for the last week, then the date, with the time where a day has many events. The future has the exact time. */
export function relativeText(
  at: string,
  now: number,
  t: Translate<'common'>,
  language: Language,
  hasTime = false,
): string {
  const age = now - Date.parse(at);
  if (age < -MINUTE) return dateText(at, language, true);
  if (age < MINUTE) return t('just-now');
  if (age < HOUR) return t('minutes-ago', { count: Math.floor(age / MINUTE) });
  if (age < DAY) return t('hours-ago', { count: Math.floor(age / HOUR) });
  if (age < 7 * DAY) return t('days-ago', { count: Math.floor(age / DAY) });
  return dateText(at, language, hasTime);
}

/** A day of the calendar, such as 2026-11-17, which is the same in every zone. */
export const dayText = (day: string, language: Language): string => dateText(`${day}T00:00:00`, language, false);

/** With the zone, because colleagues may be in another one. */
export function exactText(at: string, language: Language): string {
  return `${dateText(at, language, true)} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

/** A time of the API in the field of a browser, in the operator's zone. */
export function localTime(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

let now = Date.now();

/** The same moment for all texts of a screen; it moves on every half minute. */
export function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(() => {
        now = Date.now();
        listener();
      }, MINUTE / 2);
      return () => clearInterval(timer);
    },
    () => now,
    () => now,
  );
}

export function useTimeText(hasTime = false): (at: string) => string {
  const t = useTexts('common');
  const { language } = useLanguage();
  const moment = useNow();
  return useCallback(
    (at) => relativeText(at, Math.max(moment, Date.now()), t, language, hasTime),
    [moment, t, language, hasTime],
  );
}
