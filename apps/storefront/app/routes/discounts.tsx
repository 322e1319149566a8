import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { BadgePercent } from 'lucide-react';
import { data } from 'react-router';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { Listing, ListingBar } from '~/features/catalogue/listing.tsx';
import { readListingQuery } from '~/features/catalogue/listing-query.ts';
import { ListingResults } from '~/features/catalogue/listing-results.tsx';
import { describeListing, listingMeta } from '~/features/catalogue/listing-seo.ts';
import { SortForm } from '~/features/catalogue/sort-form.tsx';
import { sortGames, WHOLE_LIST_SORTS } from '~/features/catalogue/sort-games.ts';
import { useCountText } from '~/features/catalogue/use-count-text.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/discounts';

export const handle = { texts: preloadTexts('listing'), parameters: ['sort'] } satisfies RouteTexts;

const PATH = '/discounts';

/** The recommendation group named discounts, in its own order (spec §2). Without it the page answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = tools.texts('listing')('discounts');
  const query = { ...readListingQuery(args.request.url), name: undefined, categoryname: undefined, page: 1 };
  const groups = await optional(tools.api.GET('/api/v1/Recomendation'));
  const group = groups?.find(({ name }) => name === RECOMMENDATION_GROUPS.discounts);
  const sort = WHOLE_LIST_SORTS.find((known) => known === query.sort);
  const games = groups && sortGames((group?.games ?? []).map(toCardGame), sort);
  const described = describeListing(tools, {
    path: PATH,
    title: meta('discounts-title', { storeName }),
    description: meta('discounts-description', { storeName }),
    trail: [{ text: title }],
  });
  return data({ ...described, title, query: { ...query, sort }, games }, { status: games ? 200 : 503 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Discounts({ loaderData: { title, crumbs, query, games } }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  const count = useCountText({ total: games?.length });
  const action = (
    <ButtonLink to="/catalog" variant="primary">
      {t('to-catalog')}
    </ButtonLink>
  );
  return (
    <Listing crumbs={crumbs} title={title}>
      {games && games.length > 0 && (
        <ListingBar count={count}>
          <SortForm path={PATH} query={query} own="chosen" sorts={WHOLE_LIST_SORTS} />
        </ListingBar>
      )}
      <ListingResults
        games={games}
        heartOf={heartOf}
        empty={<EmptyState icon={<BadgePercent size={32} />} text={t('discounts-empty')} action={action} />}
      />
    </Listing>
  );
}
