import { cx } from '@oyna/ui/class-names';
import { Skeleton } from '@oyna/ui/skeleton';
import type { ReactNode } from 'react';
import { preloadPicture } from '~/components/picture.tsx';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import type { CardGame } from './card-game.ts';
import cardStyles from './game-card.module.css';
import { coverOf, GameCard } from './game-card.tsx';
import styles from './games-grid.module.css';

/** The covers that a phone shows first. */
const ABOVE_THE_FOLD = 4;

interface GamesGridProps {
  games: readonly CardGame[];
  /** Belongs to another feature, so the page brings it. */
  heartOf: (game: CardGame) => ReactNode;
}

export function GamesGrid({ games, heartOf }: GamesGridProps) {
  // The fragment may be cached: then its pictures are not rendered and cannot preload themselves.
  for (const game of games.slice(0, ABOVE_THE_FOLD)) preloadPicture(coverOf(game));
  return (
    <CachedFragment data={games}>
      {() => (
        <ul className={styles.grid}>
          {games.map((game, place) => (
            <li key={game.id} className={styles.item}>
              <GameCard game={game} heart={heartOf(game)} isPriority={place < ABOVE_THE_FOLD} />
            </li>
          ))}
        </ul>
      )}
    </CachedFragment>
  );
}

/** Placeholders for the cards. They are rendered only after a delay, so they need no delay themselves. */
export function GamesGridSkeleton({ count }: { count: number }) {
  return (
    <div className={cx(styles.grid, styles.waiting)}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be known by
        <GameCardSkeleton key={place} />
      ))}
    </div>
  );
}

/** As tall as a card. */
function GameCardSkeleton() {
  return (
    <div className={cardStyles.link}>
      <Skeleton shape="cover" />
      <Skeleton shape="short" />
      <Skeleton shape="line" />
      <Skeleton shape="title" />
    </div>
  );
}
