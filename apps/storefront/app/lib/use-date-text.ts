import { dateText } from '@oyna/domain/date-text';
import { useCallback } from 'react';
import { useI18n } from './i18n/use-translation.ts';

/** A moment to the minute, in the reader's own time: only for what is filled in by the browser. */
export function useDateText(): (moment: string) => string {
  const { language } = useI18n();
  return useCallback((moment) => dateText(moment, language, true), [language]);
}
