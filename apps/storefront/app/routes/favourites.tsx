import { Suspense } from 'react';
import { toCardGame } from '~/features/catalogue/card-game.ts';
import { GamesGrid, GamesGridSkeleton } from '~/features/catalogue/games-grid.tsx';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { FavouritesView } from '~/features/favourites/favourites-view.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { openPage } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/favourites';

export const handle = { texts: preloadTexts('favourites') } satisfies RouteTexts;

/** The browser loads the favourites. */
export function loader(args: Route.LoaderArgs) {
  const { services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const title = texts('meta')('favourites-title', { storeName });
  return { seo: { storeName, publicUrl, language, path: '/favourites', title, noindex: true } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

const SKELETON_CARDS = 12;
// Loaded after the list.
const DiscountEndSwitch = lazyPart(
  async () => (await import('~/features/alerts/discount-end-switch.tsx')).DiscountEndSwitch,
);

export default function Favourites() {
  return (
    <FavouritesView
      isMember={useMembersPage()}
      discountSwitch={
        <Suspense>
          <DiscountEndSwitch />
        </Suspense>
      }
      skeleton={<GamesGridSkeleton count={SKELETON_CARDS} />}
      gridOf={(games) => <GamesGrid games={games.map(toCardGame)} heartOf={heartOf} />}
    />
  );
}
