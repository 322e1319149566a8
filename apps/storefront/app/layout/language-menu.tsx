import { Menu } from '@oyna/ui/menu';
import { LANGUAGE_CHOICES, useLanguageChoice } from '~/components/use-language-choice.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

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
