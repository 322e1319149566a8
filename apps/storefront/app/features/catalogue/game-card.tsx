import type { ReactNode } from 'react';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Badge } from '~/ui/badge.tsx';
import { Picture } from '~/ui/picture.tsx';
import { Price } from '~/ui/price.tsx';
import type { CardGame } from './card-game.ts';
import styles from './game-card.module.css';
import { listFacts } from './game-facts.ts';

interface GameCardProps {
  game: CardGame;
  /** Beside the link, not inside it: the card has one tab stop, and the heart is another. */
  heart?: ReactNode;
  /** Above the fold. */
  isPriority?: boolean;
}

/** As wide as a column of the grid, or nearly: it stands in the page a hundred times. */
const SIZES = '(min-width: 1280px) 190px, (min-width: 768px) 23vw, 43vw';

export function GameCard({ game, heart, isPriority = false }: GameCardProps) {
  const { t } = useTranslation();
  const [platform, type, region] = listFacts(game, t);
  const size = sizeOf(platform + type + region);
  return (
    <article className={styles.card}>
      <a href={`/catalog/${game.id}`} className={styles.link} data-link="">
        <Picture
          address={game.picture}
          variant="poster"
          sizes={SIZES}
          alt=""
          colour={game.colour}
          isPriority={isPriority}
        />
        <p className={cx(styles.facts, size && styles[size])}>
          <span>{platform}</span>
          <span>{` · ${type}`}</span>
          <span>{` · ${region}`}</span>
        </p>
        <h3 className={styles.name}>{game.name}</h3>
        <Price cents={game.price} oldCents={game.oldPrice} />
        {game.discountPercent !== undefined && <Badge tone="sale">−{game.discountPercent}%</Badge>}
      </a>
      {heart}
    </article>
  );
}

/** How wide a card they need, by their letters, of which the Cyrillic ones are wider. Most have room on every card. */
function sizeOf(facts: string): 'medium' | 'long' | 'longest' | undefined {
  const width = facts.length + facts.replace(/[^\u0400-\u04ff]/g, '').length / 5;
  if (width > 27.5) return 'longest';
  if (width > 23) return 'long';
  return width > 16 ? 'medium' : undefined;
}
