import type { GameCard } from '@oyna/api-client/models';
import { type DateRange, nextSort, type Sort, validateDateRange } from '@oyna/domain/list-filters';
import { Button, ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Heart, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ListControls } from '~/components/list-controls.tsx';
import { UndoStrip } from '~/components/undo-strip.tsx';
import { useApi } from '~/lib/browser-api.ts';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { connectFavourites, favourites } from './favourites.ts';
import { arrange } from './favourites-list.ts';
import { hasHeart } from './favourites-store.ts';
import styles from './favourites-view.module.css';

interface FavouritesViewProps {
  isMember: boolean;
  /** Cards belong to another feature, so the page brings them. */
  gridOf(games: readonly GameCard[]): ReactNode;
  skeleton: ReactNode;
  /** Belongs to another feature, so the page brings it. */
  discountSwitch: ReactNode;
}

/** In the order of the server: the last added first. */
const NEWEST_FIRST: Sort = { field: 'date', direction: 'desc' };
const ASLEEP = favourites.read();

export function FavouritesView({ isMember, gridOf, skeleton, discountSwitch }: FavouritesViewProps) {
  const { t } = useTranslation('favourites');
  const { t: common } = useTranslation();
  const callApi = useApi();
  const state = useSyncExternalStore(favourites.subscribe, favourites.read, () => ASLEEP);
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [range, setRange] = useState<DateRange>({});
  const [message, setMessage] = useState('');

  useEffect(() => {
    connectFavourites(callApi);
    // The time for undo ends when the page is left.
    return () => favourites.finishClear();
  }, [callApi]);

  const status = isMember ? state.status : 'asleep';
  // A removed favourite disappears at once, as on every page.
  const kept = state.list.filter(({ game }) => hasHeart(state, game.gameId));
  const shown = arrange(kept, sort, range);
  const isReady = status === 'ready';
  const isEmpty = isReady && (state.isCleared || kept.length === 0);
  const isFiltered = Boolean(range.from || range.to) && validateDateRange(range) === undefined;

  const clear = () => {
    favourites.clear();
    setMessage(t('cleared-said'));
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('favourites')}</h1>
          <p role="status" className={isEmpty || status === 'failed' ? undefined : styles.count}>
            {isReady && !isEmpty && common('game-count', { count: isFiltered ? shown.length : kept.length })}
          </p>
        </div>
        {isReady && !isEmpty && (
          <Button variant="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </header>
      <VisuallyHidden>
        <span role="status">{message}</span>
      </VisuallyHidden>
      {/* Also shown while the list loads, so that nothing moves. */}
      {status !== 'failed' && !isEmpty && (
        <ListControls
          t={t}
          sort={sort}
          onSort={(field) => setSort(nextSort(sort, field))}
          range={range}
          onRange={setRange}
        />
      )}
      {content()}
      {isReady && !isEmpty && discountSwitch}
    </div>
  );

  function content(): ReactNode {
    if (status === 'failed') {
      return <ErrorState title={t('failed')} onRetry={favourites.load} {...failedCall(state.failure)} />;
    }
    if (!isReady) return <div aria-busy="true">{skeleton}</div>;
    if (isEmpty) {
      return (
        <>
          {state.isCleared && (
            <div className={styles.cleared}>
              <UndoStrip
                text={t('cleared')}
                action={t('undo')}
                onUndo={() => {
                  favourites.undoClear();
                  setMessage(t('returned-said'));
                }}
              />
            </div>
          )}
          <EmptyState
            icon={<Heart size={32} />}
            text={t('empty')}
            action={
              <ButtonLink to="/catalog" variant="primary">
                {common('go-to-catalog')}
              </ButtonLink>
            }
          />
        </>
      );
    }
    if (shown.length === 0) {
      return (
        <EmptyState
          icon={<Heart size={32} />}
          text={t('nothing-in-range')}
          action={<Button onClick={() => setRange({})}>{t('reset-range')}</Button>}
        />
      );
    }
    return (
      <section aria-labelledby="favourite-games">
        <VisuallyHidden>
          <h2 id="favourite-games">{t('games')}</h2>
        </VisuallyHidden>
        {gridOf(shown.map(({ game }) => game))}
      </section>
    );
  }
}
