import { BrandIcon } from '@oyna/ui/brand-icon';
import { Link } from '@oyna/ui/link';
import { Gift, Repeat } from 'lucide-react';
import pubg from 'simple-icons/icons/pubg.svg?raw';
import { BrandSign } from '~/components/brand-sign.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './quick-tiles.module.css';

/** Links to the four most wanted sections. */
export function QuickTiles() {
  const { t } = useTranslation('home');
  const tiles = [
    { to: '/steam', text: t('tile-steam'), icon: <BrandSign name="steam" size={24} /> },
    { to: '/pubg', text: t('tile-pubg'), icon: <BrandIcon svg={pubg} /> },
    { to: '/services', text: t('tile-gift-cards'), icon: <Gift aria-hidden="true" /> },
    { to: '/subscribes', text: t('tile-subscriptions'), icon: <Repeat aria-hidden="true" /> },
  ];
  return (
    <nav aria-label={t('quick-links')}>
      <ul className={styles.tiles}>
        {tiles.map(({ to, text, icon }) => (
          <li key={to}>
            <Link to={to} className={styles.tile}>
              <span className={styles.icon}>{icon}</span>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
