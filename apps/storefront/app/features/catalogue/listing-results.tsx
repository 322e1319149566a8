import { ErrorState } from '@oyna/ui/error-state';
import { Pagination } from '@oyna/ui/pagination';
import { Spinner } from '@oyna/ui/spinner';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import { GamesGrid, GamesGridSkeleton } from './games-grid.tsx';
import styles from './listing.module.css';
import { useIsSlow } from './use-is-slow.ts';

interface ListingResultsProps {
  /** Undefined when they could not be loaded. */
  games: readonly CardGame[] | undefined;
  heartOf: (game: CardGame) => ReactNode;
  /** In place of an empty list. */
  empty: ReactNode;
  waiting?: 'skeleton' | 'spinner' | undefined;
  pages?: { current: number; total: number; hrefOf: (page: number) => string };
}

/** A list of games in any state: shown, loading, empty, or failed with a retry. */
export function ListingResults({ games, heartOf, empty, waiting, pages }: ListingResultsProps) {
  const { t } = useTranslation('listing');
  const { revalidate } = useRevalidator();
  const isSlow = useIsSlow();
  const results = useFocusAfterPaging(pages?.current);
  if (!games) return <ErrorState title={t('list-failed')} onRetry={revalidate} />;
  if (isSlow && waiting === 'spinner') {
    return (
      <div className={styles.spinner}>
        <Spinner label={t('loading')} isLarge />
      </div>
    );
  }
  if (games.length === 0 && !isSlow) return empty;
  return (
    <section ref={results} tabIndex={-1} className={styles.results} aria-labelledby="results" aria-busy={isSlow}>
      <VisuallyHidden>
        <h2 id="results">{t('results')}</h2>
      </VisuallyHidden>
      {isSlow ? <GamesGridSkeleton count={games.length || 12} /> : <GamesGrid games={games} heartOf={heartOf} />}
      {pages && <Pagination {...pages} />}
    </section>
  );
}

/** The page links are below the list. After a keyboard click on one, the focus moves to the top of the new list. */
function useFocusAfterPaging(page: number | undefined) {
  const results = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (results.current?.contains(document.activeElement)) results.current.focus({ preventScroll: true });
  }, [page]);
  return results;
}
