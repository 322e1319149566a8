import { useLanguageSwitch } from '~/lib/i18n/use-language-switch.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Menu } from '~/ui/menu.tsx';
import { LANGUAGE_CHOICES } from './languages.ts';

export function LanguageMenu() {
  const { t, language: current } = useTranslation();
  const switchTo = useLanguageSwitch();
  return (
    <Menu
      label={`${t('choose-language')}: ${current.toUpperCase()}`}
      button={current.toUpperCase()}
      items={LANGUAGE_CHOICES.map(({ language, name, tag }) => ({
        id: language,
        text: name,
        lang: tag,
        isChosen: language === current,
        onSelect: () => void switchTo(language),
      }))}
    />
  );
}
