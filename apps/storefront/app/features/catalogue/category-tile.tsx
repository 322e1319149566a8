import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './category-tile.module.css';

export interface TileCategory {
  name: string;
  title: string;
  hue: number;
  gameCount: number;
  /** The address of an uploaded picture. */
  picture: string | null;
}

export function CategoryTile({ category: { name, title, hue, gameCount, picture } }: { category: TileCategory }) {
  const { t, language } = useTranslation();
  return (
    <Link to={`/catalog?categoryname=${encodeURIComponent(name)}`} className={styles.tile}>
      {picture ? (
        <span className={styles.picture}>
          <Picture address={picture} variant="frame" sizes="(min-width: 768px) 280px, 45vw" alt="" />
        </span>
      ) : (
        <svg
          className={styles.art}
          viewBox="0 0 160 104"
          preserveAspectRatio="xMaxYMin slice"
          aria-hidden="true"
          fill={`hsl(${hue} 72% 58%)`}
        >
          <circle cx="142" cy="14" r="58" fillOpacity="0.16" />
          <circle cx="142" cy="14" r="38" fillOpacity="0.28" />
          <circle cx="142" cy="14" r="19" fillOpacity="0.75" />
        </svg>
      )}
      <span className={styles.name}>{title}</span>
      <span className={styles.count}>{groupThousands(t('game-count', { count: gameCount }), language)}</span>
    </Link>
  );
}
