import { cx } from '@oyna/ui/class-names';
import { Heart, ShieldCheck, ShoppingCart } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { SearchBox } from '~/features/search/search-box.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { AccountSlot } from './account-slot.tsx';
import { CurrencyMenu } from './currency-menu.tsx';
import styles from './header.module.css';
import { HeaderIcon } from './header-icon.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { NotificationsSlot, PhoneBell } from './notifications-slot.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useCartCount } from './use-cart-count.ts';

/** The row with the search stays at the top; the strip of sections above it, from tablets on, scrolls away. */
export function Header({ storeName }: { storeName: string }) {
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
        <div className={styles.search}>
          <SearchBox />
        </div>
        <Tools />
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

function Tools() {
  const { t } = useTranslation();
  const cartCount = useCartCount();
  const isSignedIn = useIsSignedIn();
  return (
    <div className={styles.tools}>
      <div className={cx(styles.currency, isSignedIn && styles.besideBell)}>
        <CurrencyMenu />
      </div>
      <PhoneBell />
      <div className={styles.icons}>
        <HeaderIcon to="/favourites" label={t('nav-favourites')} icon={<Heart size={22} />} />
        <HeaderIcon to="/cart" label={t('nav-cart')} icon={<ShoppingCart size={22} />} count={cartCount} />
        <NotificationsSlot />
      </div>
      <AccountSlot />
    </div>
  );
}
