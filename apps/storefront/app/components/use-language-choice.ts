import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import { useToast } from '@oyna/ui/toast';
import { useLanguageSwitch } from '~/lib/i18n/use-language-switch.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';

/** Each name is in its own language: a visitor may not read the current one. */
const NAMES = { ru: 'Русский', en: 'English', kz: 'Қазақша' };

export const LANGUAGE_CHOICES = LANGUAGES.map((language) => ({
  language,
  name: NAMES[language],
  tag: LANGUAGE_TAGS[language],
}));

/** Switches the language and shows a message when its texts cannot be loaded. */
export function useLanguageChoice(): (language: Language) => void {
  const { t } = useTranslation();
  const switchTo = useLanguageSwitch();
  const showToast = useToast();
  return (language) =>
    void switchTo(language).catch((error: unknown) => {
      logFailure('the texts of a language could not be loaded', error);
      showToast(t('language-failed'), 'danger');
    });
}
