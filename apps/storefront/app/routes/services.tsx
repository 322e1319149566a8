import { MAX_PAGE_SIZE, SERVICE_NAMES } from '@oyna/domain/constants';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { Gift } from 'lucide-react';
import { data } from 'react-router';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { askForGames } from '~/features/catalogue/listing.server.ts';
import { Listing, ListingBar } from '~/features/catalogue/listing.tsx';
import { readListingQuery } from '~/features/catalogue/listing-query.ts';
import { ListingResults } from '~/features/catalogue/listing-results.tsx';
import { describeListing, listingMeta } from '~/features/catalogue/listing-seo.ts';
import { useCountText } from '~/features/catalogue/use-count-text.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage } from '~/lib/page.server.ts';
import type { Route } from './+types/services';

export const handle = { texts: preloadTexts('listing'), parameters: ['name', 'categoryname'] } satisfies RouteTexts;

const ALLOWED: ReadonlySet<string> = new Set(SERVICE_NAMES);

/** Gift cards and services of the allow-list (spec §2), most popular first. Without them it answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const t = tools.texts('listing');
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const { name, categoryname } = readListingQuery(args.request.url);
  const isNarrowed = name !== undefined || categoryname !== undefined;
  const found = await askForGames(
    tools.api,
    { name, categoryname, sort: undefined },
    { typename: 'Services', pageNumber: 1, pageSize: MAX_PAGE_SIZE },
  );
  const games = found?.items.filter(({ gameName }) => ALLOWED.has(gameName)).map(toCardGame);
  const described = describeListing(tools, {
    path: '/services',
    title: meta('services-title', { storeName }),
    description: meta('services-description', { storeName }),
    noindex: isNarrowed,
    trail: [{ text: t('services') }],
  });
  const title = name === undefined ? t('services-heading') : t('search-results', { name });
  return data({ ...described, title, isNarrowed, games }, { status: games ? 200 : 503 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Services({ loaderData: { title, crumbs, isNarrowed, games } }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  const count = useCountText({ total: games?.length, isSearch: isNarrowed });
  const action = isNarrowed ? (
    <ButtonLink to="/services" variant="primary">
      {t('all-services')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/catalog" variant="primary">
      {t('to-catalog')}
    </ButtonLink>
  );
  return (
    <Listing crumbs={crumbs} title={title}>
      {count && <ListingBar count={count} />}
      <ListingResults
        games={games}
        heartOf={heartOf}
        waiting="spinner"
        empty={<EmptyState icon={<Gift size={32} />} text={t('services-empty')} action={action} />}
      />
    </Listing>
  );
}
