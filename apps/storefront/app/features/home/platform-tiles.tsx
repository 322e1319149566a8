import { Link } from '@oyna/ui/link';
import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { PlatformCount } from './home-sections.ts';
import styles from './platform-tiles.module.css';

/** Links to the games of one platform. */
export function PlatformTiles({ platforms }: { platforms: readonly PlatformCount[] }) {
  const { t, language } = useTranslation();
  return (
    <ul className={styles.tiles}>
      {platforms.map(({ value, count, isMore }) => (
        <li key={value}>
          <Link to={`/catalog?platform=${encodeURIComponent(value)}`} className={styles.tile}>
            <strong className={styles.name}>{value}</strong>
            <span className={styles.count}>
              {groupThousands(t('game-count', { count }), language)}
              {isMore && '+'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
