import type { ProductType } from '@oyna/domain/constants';
import type { Rating } from '@oyna/domain/review';
import { Badge } from '@oyna/ui/badge';
import { cx } from '@oyna/ui/class-names';
import { Link } from '@oyna/ui/link';
import type { ReactNode } from 'react';
import { Picture, type PictureSource } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { useRatingText } from '~/components/stars.tsx';
import { buyGamePath } from '~/lib/buy-now.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
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

/** About the width of a grid column. Kept short, because a page has a hundred cards. */
const SIZES = '(min-width: 1280px) 190px, (min-width: 768px) 23vw, 43vw';

export const coverOf = ({ picture }: CardGame): PictureSource => ({
  address: picture,
  variant: 'poster',
  sizes: SIZES,
});

export function GameCard({ game, heart, isPriority = false }: GameCardProps) {
  const { t } = useTranslation();
  return (
    <article className={styles.card}>
      <Link to={`/catalog/${game.id}`} className={styles.link}>
        <Picture {...coverOf(game)} alt="" colour={game.colour} isPriority={isPriority} />
        {showFacts(listFacts(game, t))}
        <h3 className={styles.name}>{game.name}</h3>
        <Price cents={game.price} oldCents={game.oldPrice} missing={t('sold-out')} />
        {game.discountPercent !== undefined && <Badge tone="sale">−{game.discountPercent}%</Badge>}
        {game.rating && <CardRating rating={game.rating} />}
      </Link>
      {game.price !== undefined && game.type !== ('TopUp' satisfies ProductType) && (
        <Link
          to={buyGamePath(game)}
          prefetch="none"
          rel="nofollow"
          className={styles.buy}
          title={t('buy-now')}
          aria-label={`${t('buy-now')}: ${game.name}`}
        />
      )}
      {heart}
    </article>
  );
}

function CardRating({ rating: { average, count } }: { rating: Rating }) {
  const { t } = useTranslation();
  const rating = useRatingText()(average);
  return (
    <span role="img" className={styles.rating} aria-label={t('rating-of', { rating, count })}>
      ★ {rating}
    </span>
  );
}

/** One element if the text fits on every card: a list has hundreds of cards. */
function showFacts([platform, type, region]: [string, string, string]): ReactNode {
  const size = sizeOf(platform + type + region);
  if (!size) return <p className={styles.facts}>{`${platform} · ${type} · ${region}`}</p>;
  return (
    <p className={cx(styles.facts, styles[size])}>
      <span>{platform}</span>
      <span>{` · ${type}`}</span>
      <span>{` · ${region}`}</span>
    </p>
  );
}

/** The card width that the text needs, estimated by its letters. Cyrillic letters are wider. */
function sizeOf(facts: string): 'medium' | 'long' | 'longest' | undefined {
  if (facts.length < 14) return undefined;
  const width = facts.length + facts.replace(/[^\u0400-\u04ff]/g, '').length / 5;
  if (width > 27.5) return 'longest';
  if (width > 23) return 'long';
  return width > 16 ? 'medium' : undefined;
}
