import { cx } from '@oyna/ui/class-names';
import { Link, NavLink } from '@oyna/ui/link';
import { Heart, ShieldCheck, ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { HeaderIcon } from '~/components/header-icon.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { CurrencyMenu } from './currency-menu.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Parts that belong to features. */
export interface HeaderParts {
  search: ReactNode;
  phoneBell: ReactNode;
  bell: ReactNode;
  account: ReactNode;
}

interface HeaderProps {
  storeName: string;
  cartCount: number;
  parts: HeaderParts;
}

/** The row with the search is sticky. The strip of sections above it, from tablets on, scrolls away. */
export function Header({ storeName, cartCount, parts }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <div className={styles.strip}>
        <Sections />
        <div className={styles.preferences}>
          <NavLink to="/guarantee" className={cx(styles.link)}>
            <ShieldCheck size={18} aria-hidden="true" />
            {t('nav-guarantee')}
          </NavLink>
          <LanguageMenu />
          <CurrencyMenu />
          <ThemeButton />
        </div>
      </div>
      <div className={styles.row}>
        <Link to="/" className={styles.logo} aria-label={t('to-home', { storeName })}>
          {storeName}
        </Link>
        <div className={styles.search}>{parts.search}</div>
        <Tools cartCount={cartCount} parts={parts} />
      </div>
    </header>
  );
}

function Sections() {
  const { t } = useTranslation();
  const links = [
    { to: '/', text: t('nav-home') },
    { to: '/catalog', text: t('nav-catalog') },
    { to: '/services', text: t('nav-services') },
    { to: '/discounts', text: t('nav-discounts') },
    { to: '/support', text: t('nav-support') },
  ];
  return (
    <nav className={styles.nav} aria-label={t('main-navigation')}>
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to} end={to === '/'} className={cx(styles.link)}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

function Tools({ cartCount, parts }: Pick<HeaderProps, 'cartCount' | 'parts'>) {
  const { t } = useTranslation();
  const isSignedIn = useIsMember();
  return (
    <div className={styles.tools}>
      <div className={cx(styles.currency, isSignedIn && styles.besideBell)}>
        <CurrencyMenu />
      </div>
      {parts.phoneBell}
      <div className={styles.icons}>
        <HeaderIcon to="/favourites" label={t('nav-favourites')} icon={<Heart size={22} />} />
        <HeaderIcon to="/cart" label={t('nav-cart')} icon={<ShoppingCart size={22} />} count={cartCount} />
        {parts.bell}
      </div>
      <span className={styles.account}>{parts.account}</span>
    </div>
  );
}
