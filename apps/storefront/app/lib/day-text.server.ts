import type { Language } from '@oyna/domain/constants';
import { DATE_TAGS } from '@oyna/domain/date-text';

/** Written on the server, whose Intl knows all three languages; browsers differ. */
export function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(DATE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
