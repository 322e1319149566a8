import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { BadgePercent } from 'lucide-react';
import { data } from 'react-router';
import type { CardGame } from '~/features/catalogue/card-game.ts';
import { FilteredListing } from '~/features/catalogue/filtered-listing.tsx';
import { Listing } from '~/features/catalogue/listing.tsx';
import { FILTER_PARAMETERS, hasFilters } from '~/features/catalogue/listing-filters.ts';
import { describeListing, listingMeta } from '~/features/catalogue/listing-seo.ts';
import { loadListing } from '~/features/catalogue/load-listing.server.ts';
import { readListingQuery } from '~/features/catalogue/read-listing.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage } from '~/lib/page.server.ts';
import type { Route } from './+types/discounts';

export const handle = {
  texts: preloadTexts('listing'),
  parameters: ['sort', 'page', ...FILTER_PARAMETERS],
} satisfies RouteTexts;

const PATH = '/discounts';

/** The recommendation group named discounts, in its own order (spec §2). Without it the page answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = tools.texts('listing')('discounts');
  const address = args.request.url;
  const asked = { ...readListingQuery(address), name: undefined, categoryname: undefined };
  const { query, shown, status } = await loadListing(tools, { path: PATH, address, query: asked, list: 'discounts' });
  const described = describeListing(tools, {
    path: PATH,
    title: meta('discounts-title', { storeName }),
    description: meta('discounts-description', { storeName }),
    noindex: hasFilters(query),
    trail: [{ text: title }],
  });
  return data({ ...described, title, query, ...shown }, { status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

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
