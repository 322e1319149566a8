import { Link, NavLink } from 'react-router';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { CurrencyMenu } from './currency-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SearchForm } from './search-form.tsx';
import { ThemeButton } from './theme-button.tsx';
import styles from './header.module.css';

export function Header({ storeName }: { storeName: string }) {
  const { t } = useTranslation();
  const links = [
    { to: '/catalog', text: t('nav-catalog') },
    { to: '/services', text: t('nav-services') },
    { to: '/discounts', text: t('nav-discounts') },
    { to: '/support', text: t('nav-support') },
  ];
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to="/" className={styles.logo} aria-label={t('to-home', { storeName })}>
          {storeName}
        </Link>
        <nav className={styles.nav} aria-label={t('main-navigation')}>
          {links.map(({ to, text }) => (
            <NavLink key={to} to={to} className={cx(styles.link)}>
              {text}
            </NavLink>
          ))}
        </nav>
        <SearchForm />
        <div className={styles.tools}>
          <CurrencyMenu />
          <div className={styles.language}>
            <LanguageMenu />
          </div>
          <div className={styles.theme}>
            <ThemeButton />
          </div>
        </div>
      </div>
    </header>
  );
}
