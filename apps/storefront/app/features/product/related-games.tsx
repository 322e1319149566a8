import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './related-games.module.css';

export interface RelatedGame {
  id: number;
  name: string;
  /** The base game, an edition or an addition, in words. */
  kind: string;
  picture: string;
  colour: string;
  /** US cents. */
  price: number | undefined;
  oldPrice: number | undefined;
}

/** The base game, its editions and its additions, each with its price. */
export function RelatedGames({ title, games }: { title: string; games: readonly RelatedGame[] }) {
  const { t } = useTranslation();
  if (games.length === 0) return null;
  return (
    <section className={styles.related}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {games.map(({ id, name, kind, picture, colour, price, oldPrice }) => (
          <li key={id}>
            <Link to={`/catalog/${id}`} className={styles.game}>
              <span className={styles.cover}>
                <Picture address={picture} variant="poster" sizes="48px" alt="" colour={colour} />
              </span>
              <span className={styles.words}>
                <span className={styles.kind}>{kind}</span>
                <span className={styles.name}>{name}</span>
              </span>
              <Price cents={price} oldCents={oldPrice} missing={t('sold-out')} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
