import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import { FilterChips } from './filter-chips.tsx';
import type { FilterPanel } from './filter-panel.ts';
import { FilterSheet } from './filter-sheet.tsx';
import styles from './filtered-listing.module.css';
import { LazyFilterForm } from './lazy-filter-form.tsx';
import { ListingBar } from './listing.tsx';
import { type ListingQuery, listingHref, SORTS } from './listing-query.ts';
import { ListingResults } from './listing-results.tsx';
import { SortForm } from './sort-form.tsx';
import { useCountText } from './use-count-text.ts';

export interface FilteredListingProps {
  path: string;
  query: ListingQuery;
  /** Undefined when they could not be loaded. */
  games: readonly CardGame[] | undefined;
  panel: FilterPanel | undefined;
  total: number | undefined;
  isMore: boolean;
  lastPage: number;
  /** The name of the default order. */
  own: 'popular' | 'relevance' | 'chosen';
  heartOf: (game: CardGame) => ReactNode;
  waiting?: 'skeleton' | 'spinner';
  /** In place of a list that is empty without filters. */
  empty: ReactNode;
}

/** Games with their filters: a column beside the list on wide screens, a sheet on others. */
export function FilteredListing({
  path,
  query,
  games,
  panel,
  total,
  isMore,
  lastPage,
  own,
  heartOf,
  waiting,
  empty,
}: FilteredListingProps) {
  const clearHref = panel?.active[0] && panel.clearHref;
  const count = useCountText({ total, isMore, isSearch: query.name !== undefined, page: query.page, lastPage });
  // An empty list has nothing to filter. Filters that leave nothing have to be seen.
  const hasForm = panel && games && (games[0] || clearHref);
  const results = (
    <ListingResults
      games={games}
      heartOf={heartOf}
      waiting={waiting}
      pages={{ current: query.page, total: lastPage, hrefOf: (page) => listingHref(path, { ...query, page }) }}
      empty={clearHref ? <NothingMatches clearHref={clearHref} /> : empty}
    />
  );
  if (!hasForm) return results;
  return (
    <div className={styles.columns}>
      <CachedFragment data={panel.groups} id={`${listingHref(path, { ...query, page: 1 })} ${panel.countries.length}`}>
        {() => (
          <div className={styles.form} id="filters">
            <LazyFilterForm path={path} query={query} panel={panel} />
          </div>
        )}
      </CachedFragment>
      <div className={styles.list} data-narrow="">
        <ListingBar count={count}>
          <FilterSheet path={path} query={query} panel={panel} total={total} isMore={isMore} />
          <SortForm path={path} query={query} own={own} sorts={SORTS} />
        </ListingBar>
        <FilterChips {...panel} />
        {results}
      </div>
    </div>
  );
}

function NothingMatches({ clearHref }: Pick<FilterPanel, 'clearHref'>) {
  const { t } = useTranslation('listing');
  const action = (
    <ButtonLink to={clearHref} variant="primary" preventScrollReset>
      {t('filters-clear')}
    </ButtonLink>
  );
  return <EmptyState icon={<SearchX size={32} />} text={t('filters-empty')} action={action} />;
}
