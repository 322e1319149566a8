import { cx } from '@oyna/ui/class-names';
import { Dialog } from '@oyna/ui/dialog';
import { Menu, Search, UserRound } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { useTexts } from '../lib/texts.tsx';
import type { PLACES } from './navigation.ts';
import styles from './shell.module.css';

const PROFILE = { path: '/profile', id: 'profile', icon: UserRound } as const;

/** On phones only: the most used places, and a sheet with the others. */
export function BottomBar({ places, onSearch }: { places: typeof PLACES; onSearch(): void }) {
  const t = useTexts('common');
  const [isOpen, setOpen] = useState(false);
  const first = places.filter(({ isOnPhone }) => isOnPhone);
  const others = places.filter(({ isOnPhone }) => !isOnPhone);
  return (
    <>
      <nav className={styles.bottomBar} aria-label={t('menu')}>
        {first.map(({ path, id, icon: Icon }) => (
          <NavLink key={path} to={path} end={path === '/'} className={cx(styles.bottomPlace)}>
            <Icon size={20} />
            <span>{t(`nav-${id}`)}</span>
          </NavLink>
        ))}
        <button type="button" className={styles.bottomPlace} onClick={onSearch}>
          <Search size={20} />
          <span>{t('search')}</span>
        </button>
        <button type="button" className={styles.bottomPlace} onClick={() => setOpen(true)}>
          <Menu size={20} />
          <span>{t('more')}</span>
        </button>
      </nav>
      <Dialog title={t('menu')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ul className={styles.places}>
          {[...others, PROFILE].map(({ path, id, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} className={cx(styles.place)} onClick={() => setOpen(false)}>
                <Icon size={18} />
                {t(`nav-${id}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
