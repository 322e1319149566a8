import { THEMES } from '@oyna/domain/preferences';
import { RadioChips } from '@oyna/ui/radio-chips';
import { LanguageLinks } from '~/components/language-links.tsx';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useTheme } from '~/lib/theme/theme-context.tsx';
import styles from './menu.module.css';

export function MenuPreferences() {
  const { t } = useTranslation('menu');
  const { list, active, choose } = useCurrency();
  const { theme, setTheme } = useTheme();
  const themeNames = { dark: t('theme-dark'), light: t('theme-light') };
  return (
    <section className={styles.preferences} aria-label={t('preferences')}>
      <div>
        <h2 className={styles.label}>{t('language')}</h2>
        <LanguageLinks />
      </div>
      <div className={styles.scripted}>
        <RadioChips
          label={t('currency')}
          chips={list.map(({ name, symbol }) => ({ value: name, label: `${symbol} ${name}` }))}
          value={active?.name}
          onChange={choose}
        />
      </div>
      <div className={styles.scripted}>
        <RadioChips
          label={t('theme')}
          chips={THEMES.map((value) => ({ value, label: themeNames[value] }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
    </section>
  );
}
