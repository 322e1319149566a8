import { LANGUAGE_QUERY_PARAMETER } from '@oyna/domain/constants';
import { useLocation } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './language-links.module.css';
import { LANGUAGE_CHOICES, useLanguageChoice } from './use-language-choice.ts';

/**
 * Real links: they work without script, and crawlers find the other languages. They have no path: all addresses without a
 * page share one response.
 */
export function LanguageLinks() {
  const { t, language: current } = useTranslation();
  const { search } = useLocation();
  const switchTo = useLanguageChoice();
  const addressIn = (language: string) => {
    const query = new URLSearchParams(search);
    query.set(LANGUAGE_QUERY_PARAMETER, language);
    return `?${query}`;
  };
  return (
    <ul aria-label={t('choose-language')} className={styles.list}>
      {LANGUAGE_CHOICES.map(({ language, name, tag }) => (
        <li key={language}>
          <a
            href={addressIn(language)}
            lang={tag}
            hrefLang={tag}
            className={styles.link}
            aria-current={language === current ? 'true' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              switchTo(language);
            }}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
