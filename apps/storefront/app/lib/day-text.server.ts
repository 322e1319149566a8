import type { Language } from '@oyna/domain/constants';
import { DATE_TAGS } from '@oyna/domain/date-text';
import { STORE_TIME_ZONE } from '@oyna/domain/store-time';

/** Written on the server, whose Intl knows all three languages; browsers differ. */
export function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(DATE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** A moment in the time of the store, which it names. */
export function momentText(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(DATE_TAGS[language], {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: STORE_TIME_ZONE,
    timeZoneName: 'shortOffset',
  }).format(new Date(moment));
}
