import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { Repeat } from 'lucide-react';
import { data } from 'react-router';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { Listing, ListingBar } from '~/features/catalogue/listing.tsx';
import { ListingResults } from '~/features/catalogue/listing-results.tsx';
import { describeListing, listingMeta } from '~/features/catalogue/listing-seo.ts';
import { useCountText } from '~/features/catalogue/use-count-text.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import type { Route } from './+types/subscribes';

export const handle = { texts: preloadTexts('listing') } satisfies RouteTexts;

/** Without its list the page answers 503 and offers to try again. */
export async function loader(args: Route.LoaderArgs) {
  const tools = openPage(args);
  const meta = tools.texts('listing-meta');
  const { storeName } = tools.services;
  const title = tools.texts('listing')('subscriptions');
  const games = (await optional(tools.api.GET('/api/v1/subscribes')))?.map(toCardGame);
  const described = describeListing(tools, {
    path: '/subscribes',
    title: meta('subscriptions-title', { storeName }),
    description: meta('subscriptions-description', { storeName }),
    trail: [{ text: title }],
  });
  return data({ ...described, title, games }, { status: games ? 200 : 503 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => listingMeta(loaderData);

const heartOf = (game: CardGame) => <FavouriteButton gameId={game.id} name={game.name} />;

export default function Subscribes({ loaderData: { title, crumbs, games } }: Route.ComponentProps) {
  const { t } = useTranslation('listing');
  const count = useCountText({ total: games?.length });
  const action = (
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
        empty={<EmptyState icon={<Repeat size={32} />} text={t('subscriptions-empty')} action={action} />}
      />
    </Listing>
  );
}
