import { Badge } from '@oyna/ui/badge';
import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import styles from './compact-cards.module.css';
import { gameFacts } from './game-facts.ts';

/** Small cards in a few rows, which scroll sideways on phones. */
export function CompactCards({ games, isBeside = false }: { games: readonly CardGame[]; isBeside?: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards} data-beside={isBeside || undefined}>
      {games.map((game) => (
        <li key={game.id}>
          <Link to={`/catalog/${game.id}`} className={styles.card}>
            <Picture address={game.picture} variant="poster" sizes="72px" alt="" colour={game.colour} />
            <span className={styles.words}>
              <span className={styles.name}>{game.name}</span>
              <span className={styles.facts}>{gameFacts(game, t)}</span>
              <span className={styles.price}>
                <Price cents={game.price} oldCents={game.oldPrice} missing={t('sold-out')} />
                {game.discountPercent !== undefined && <Badge tone="sale">−{game.discountPercent}%</Badge>}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
