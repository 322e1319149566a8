import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import type { ReactNode } from 'react';
import type { Crumb } from '~/lib/described-page.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { FilteredListing, type FilteredListingProps } from './filtered-listing.tsx';
import { Listing } from './listing.tsx';

interface ListPageProps extends Omit<FilteredListingProps, 'empty'> {
  title: string;
  crumbs: readonly Crumb[];
  /** What an empty list shows over the way to the catalogue. */
  icon: ReactNode;
  text: string;
}

/** A page of one list of the catalogue, as `loadListPage` has loaded it. */
export function ListPage({ title, crumbs, icon, text, ...list }: ListPageProps) {
  const { t } = useTranslation('listing');
  const action = (
    <ButtonLink to="/catalog" variant="primary">
      {t('to-catalog')}
    </ButtonLink>
  );
  return (
    <Listing crumbs={crumbs} title={title}>
      <FilteredListing {...list} empty={<EmptyState icon={icon} text={text} action={action} />} />
    </Listing>
  );
}
