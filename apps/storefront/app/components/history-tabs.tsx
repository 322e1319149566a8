import { cx } from '@oyna/ui/class-names';
import { NavLink } from '@oyna/ui/link';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './history-tabs.module.css';

/** From purchases to top-ups and back: two pages of one subject. */
export function HistoryTabs() {
  const { t } = useTranslation('menu');
  const links = [
    { to: '/history', text: t('purchases') },
    { to: '/replenishment-history', text: t('top-ups') },
  ];
  return (
    <nav className={styles.tabs} aria-label={t('histories')}>
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to} end className={cx(styles.tab)}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
