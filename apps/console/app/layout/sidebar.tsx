import { cx } from '@oyna/ui/class-names';
import { IconButton } from '@oyna/ui/icon-button';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink } from 'react-router';
import { useTexts } from '../lib/texts.tsx';
import type { PLACES } from './navigation.ts';
import styles from './shell.module.css';

interface SidebarProps {
  places: typeof PLACES;
  isCollapsed: boolean;
  onCollapse(): void;
}

/** Hidden on phones, where the bottom bar has its places. */
export function Sidebar({ places, isCollapsed, onCollapse }: SidebarProps) {
  const t = useTexts('common');
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <span className={styles.logo} aria-hidden="true" />
        <span className={styles.name} aria-hidden="true">
          Oyna
        </span>
        <IconButton
          label={isCollapsed ? t('open-menu') : t('collapse-menu')}
          icon={isCollapsed ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
          onClick={onCollapse}
        />
      </div>
      <nav aria-label={t('menu')}>
        <ul className={styles.places}>
          {places.map(({ path, id, icon: Icon, key }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'} className={cx(styles.place)} title={`${t(`nav-${id}`)} · g ${key}`}>
                <Icon size={16} />
                <span className={styles.name}>{t(`nav-${id}`)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
