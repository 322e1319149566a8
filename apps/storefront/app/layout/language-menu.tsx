import { Menu } from '@oyna/ui/menu';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { LANGUAGE_CHOICES } from './languages.ts';
import { useLanguageChoice } from './use-language-choice.ts';

export function LanguageMenu() {
  const { t, language: current } = useTranslation();
  const switchTo = useLanguageChoice();
  return (
    <Menu
      label={`${t('choose-language')}: ${current.toUpperCase()}`}
      button={current.toUpperCase()}
      items={LANGUAGE_CHOICES.map(({ language, name, tag }) => ({
        id: language,
        text: name,
        lang: tag,
        isChosen: language === current,
        onSelect: () => switchTo(language),
      }))}
    />
  );
}
