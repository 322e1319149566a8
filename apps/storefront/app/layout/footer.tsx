import { Link } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { LanguageLinks } from './language-links.tsx';
import { ThemeButton } from './theme-button.tsx';
import styles from './footer.module.css';

export function Footer({ storeName }: { storeName: string }) {
  const { t } = useTranslation();
  const links = [
    { to: '/about', text: t('nav-about') },
    { to: '/guarantee', text: t('nav-guarantee') },
    { to: '/support', text: t('nav-support') },
    { to: '/user-agreement', text: t('nav-user-agreement') },
    { to: '/policy', text: t('nav-policy') },
    { to: '/public-offer', text: t('nav-public-offer') },
  ];
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label={t('footer-navigation')}>
          <ul className={styles.list}>
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.choices}>
          <LanguageLinks />
          <ThemeButton />
        </div>
        <p className={styles.note}>{t('footer-note', { storeName })}</p>
      </div>
    </footer>
  );
}
