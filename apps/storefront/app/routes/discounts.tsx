import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { BadgePercent } from 'lucide-react';
import type { CardGame } from '~/features/catalogue/card-game.ts';
import { FilteredListing } from '~/features/catalogue/filtered-listing.tsx';
import { Listing } from '~/features/catalogue/listing.tsx';
import { FILTER_PARAMETERS } from '~/features/catalogue/listing-filters.ts';
import { loadListPage } from '~/features/catalogue/load-list-page.server.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import { pageMeta } from '~/lib/described-page.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Route } from './+types/discounts';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/discounts';

/** The recommendation group named discounts, in its own order (spec §2). */
export const loader = (args: Route.LoaderArgs) => loadListPage(args, { path: PATH, list: 'discounts' });

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Discounts({ loaderData }: Route.ComponentProps) {
  const { title, crumbs, query, ...list } = loaderData;
  const { t } = useTranslation('listing');
  const action = (
    <ButtonLink to="/catalog" variant="primary">
      {t('to-catalog')}
    </ButtonLink>
  );
  return (
    <Listing crumbs={crumbs} title={title}>
      <FilteredListing
        path={PATH}
        query={query}
        {...list}
        own="chosen"
        heartOf={heartOf}
        empty={<EmptyState icon={<BadgePercent size={32} />} text={t('discounts-empty')} action={action} />}
      />
    </Listing>
  );
}
