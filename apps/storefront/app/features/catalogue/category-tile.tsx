import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { groupThousands } from '~/lib/group-thousands.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './category-tile.module.css';

export interface TileCategory {
  name: string;
  title: string;
  gameCount: number;
  /** The uploaded picture, or the generated one. */
  picture: string;
}

export function CategoryTile({ category: { name, title, gameCount, picture } }: { category: TileCategory }) {
  const { t, language } = useTranslation();
  return (
    <Link to={`/catalog?categoryname=${encodeURIComponent(name)}`} className={styles.tile}>
      <Picture address={picture} variant="frame" sizes="(min-width: 768px) 280px, 45vw" alt="" />
      <span className={styles.text}>
        <span className={styles.name}>{title}</span>
        <span className={styles.count}>{groupThousands(t('game-count', { count: gameCount }), language)}</span>
      </span>
    </Link>
  );
}
