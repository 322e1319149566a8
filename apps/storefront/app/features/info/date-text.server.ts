import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';

/** Written on the server, whose Intl knows all three languages; browsers differ. */
export function dateText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
