import { NavLink } from '@oyna/ui/link';
import { Heart, House, LayoutGrid, Menu, ShoppingCart } from 'lucide-react';
import { BrandSign } from '~/components/brand-sign.tsx';
import { CountBadge } from '~/components/count-badge.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMembersOnly } from '~/lib/session/use-members-only.ts';
import styles from './bottom-bar.module.css';

/** Navigation of phones, below 768 px. Hidden while the page has an element with `data-hides-bottom-bar`. */
export function BottomBar({ cartCount }: { cartCount: number }) {
  const { t } = useTranslation();
  const onMembersOnly = useMembersOnly();
  const onSteam = useMembersOnly(true);
  const items = [
    { to: '/', text: t('bar-home'), icon: <House size={22} /> },
    { to: '/favourites', text: t('nav-favourites'), icon: <Heart size={22} />, onClick: onMembersOnly },
    { to: '/cart', text: t('nav-cart'), icon: <ShoppingCart size={22} />, count: cartCount, onClick: onMembersOnly },
    { to: '/categories', text: t('nav-categories'), icon: <LayoutGrid size={22} /> },
    { to: '/steam', text: 'Steam', icon: <BrandSign name="steam" size={22} />, onClick: onSteam },
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
