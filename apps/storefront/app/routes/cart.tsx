import type { BasketItem } from '@oyna/api-client/models';
import { DEFAULT_PAGE_SIZE, NEW_GAMES_PAGE } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import { Rail } from '@oyna/ui/rail';
import { CartView } from '~/features/cart/cart-view.tsx';
import { toCardGame } from '~/features/catalogue/card-game.ts';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { gameFacts } from '~/features/catalogue/game-facts.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useBuyersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/cart';
import styles from './cart.module.css';

export const handle = { texts: preloadTexts('cart') } satisfies RouteTexts;

/** The browser loads the cart. If the popular games cannot be loaded, their row is left out. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const { storeName, publicUrl } = services;
  const query = { pageNumber: NEW_GAMES_PAGE.cart, pageSize: DEFAULT_PAGE_SIZE, orderby: 'new' } as const;
  const newGames = await optional(api.GET('/api/v1/game', { params: { query } }));
  const title = texts('meta')('cart-title', { storeName });
  return {
    newGames: (newGames?.items ?? []).map(toCardGame),
    seo: { storeName, publicUrl, language, path: '/cart', title, noindex: true },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Cart({ loaderData: { newGames } }: Route.ComponentProps) {
  const { t, language } = useTranslation('cart');
  const { t: common } = useTranslation();
  const isMember = useBuyersPage();
  const wordsOf = ({ name, gameName, platform, typeName, region }: BasketItem) => ({
    // The catalogue calls a product by its game and its edition.
    edition: editionName(name.replace(`${gameName} — `, ''), language),
    facts: gameFacts({ platform, type: typeName, region }, common),
  });
  return (
    <div className={styles.page}>
      <h1>{t('cart')}</h1>
      <CartView isMember={isMember} wordsOf={wordsOf} />
      {newGames.length > 0 && (
        <Rail title={t('new-games')}>
          {newGames.map((card) => (
            <li key={card.id}>
              <GameCard game={card} heart={heartOf(card)} />
            </li>
          ))}
        </Rail>
      )}
    </div>
  );
}
