import { LANGUAGE_TAGS, LANGUAGES } from '@oyna/domain/constants';

/** Languages in their own words: whoever looks for one may not read the current one. */
const NAMES = { ru: 'Русский', en: 'English', kz: 'Қазақша' };

export const LANGUAGE_CHOICES = LANGUAGES.map((language) => ({
  language,
  name: NAMES[language],
  tag: LANGUAGE_TAGS[language],
}));
