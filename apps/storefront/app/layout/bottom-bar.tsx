import { BrandIcon } from '@oyna/ui/brand-icon';
import { Heart, House, LayoutGrid, Menu, ShoppingCart } from 'lucide-react';
import { NavLink } from 'react-router';
import steam from 'simple-icons/icons/steam.svg?raw';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './bottom-bar.module.css';
import { CountBadge } from './count-badge.tsx';
import { useCartCount } from './use-cart-count.ts';
import { useMembersOnly } from './use-members-only.ts';

/** For the thumb: below 768 px, and out of the way of whatever says `data-hides-bottom-bar`. */
export function BottomBar() {
  const { t } = useTranslation();
  const onMembersOnly = useMembersOnly();
  const onSteam = useMembersOnly(true);
  const cartCount = useCartCount();
  const items = [
    { to: '/', text: t('bar-home'), icon: <House size={22} /> },
    { to: '/favourites', text: t('nav-favourites'), icon: <Heart size={22} />, onClick: onMembersOnly },
    { to: '/cart', text: t('nav-cart'), icon: <ShoppingCart size={22} />, count: cartCount, onClick: onMembersOnly },
    { to: '/categories', text: t('nav-categories'), icon: <LayoutGrid size={22} /> },
    { to: '/steam', text: 'Steam', icon: <BrandIcon svg={steam} size={22} />, onClick: onSteam },
    { to: '/menu', text: t('nav-menu'), icon: <Menu size={22} /> },
  ];
  return (
    <nav className={styles.bar} aria-label={t('bottom-navigation')}>
      {items.map(({ to, text, icon, count = 0, onClick }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={styles.item ?? ''}
          aria-label={count > 0 ? t('with-count', { label: text, count }) : undefined}
          onClick={onClick}
        >
          <span className={styles.icon}>
            {icon}
            <CountBadge count={count} />
          </span>
          <span className={styles.text}>{text}</span>
        </NavLink>
      ))}
    </nav>
  );
}
