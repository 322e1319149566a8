import type { ApiClient } from '@oyna/api-client/client';
import type { ProductType } from '@oyna/domain/constants';
import { Rail } from '@oyna/ui/rail';
import { Suspense, use } from 'react';
import { data } from 'react-router';
import { useProductCart } from '~/features/cart/use-product-cart.ts';
import { toCardGame } from '~/features/catalogue/card-game.ts';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import { galleryPictures } from '~/features/product/gallery-pictures.ts';
import { listNewGames } from '~/features/product/new-games.server.ts';
import { readOffers } from '~/features/product/offer.ts';
import { rulesFor } from '~/features/product/offer-activation.ts';
import { plainText } from '~/features/product/plain-text.ts';
import { Product } from '~/features/product/product.tsx';
import { productJsonLd } from '~/features/product/product-json-ld.ts';
import { ProductSkeleton } from '~/features/product/product-skeleton.tsx';
import { productTitle } from '~/features/product/product-title.ts';
import { offersQuery } from '~/features/product/use-offers.ts';
import { dayText } from '~/lib/day-text.server.ts';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import { openPage, optional, required } from '~/lib/page.server.ts';
import { pictureFile } from '~/lib/picture-sources.ts';
import { seoMeta } from '~/lib/seo.ts';
import { orSkeleton } from '~/lib/slow-page.ts';
import type { Route } from './+types/catalog-game';
import styles from './catalog-game.module.css';

export const handle = { texts: preloadTexts('product'), parameters: ['preview'] } satisfies RouteTexts;

/**
 * A game that does not exist is a 404. The page still answers 200 when its offers or the other games fail. With the link
 * of an operator (`preview`) it shows the draft of the game.
 */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const t = texts('product');
  const id = idOf(args.params.id);
  const preview = new URL(args.request.url).searchParams.get('preview');
  const [{ game, offers }, categories, rules, countries, newGames] = await Promise.all([
    preview === null ? loadGame(api, id) : loadDraft(api, id, preview),
    optional(api.GET('/api/v1/info/categories')),
    optional(api.GET('/api/v1/info/activation')),
    optional(api.GET('/api/v1/info/countries')),
    listNewGames(api),
  ]);
  const { storeName, publicUrl } = services;
  const { name, categoryName, images } = game;
  return {
    game: {
      id,
      name,
      platform: game.platform,
      type: game.typeName,
      region: game.region,
      developer: game.developer,
      publisher: game.publisher,
      releasedOn:
        game.releasedOn && game.typeName === ('Key' satisfies ProductType)
          ? dayText(game.releasedOn, language)
          : undefined,
      pictures: galleryPictures(images.imagePaths, images.mainframe, game.imageAlts),
      colour: game.color,
      description: game.description,
    },
    offers: offers && readOffers(offers),
    // Without the rules, each offer still says where it works.
    rules: rulesFor(offers ?? [], rules ?? []),
    countries: rules && rules.length > 0 ? (countries ?? []) : [],
    crumbs: [
      { text: t('crumb-home'), to: '/' },
      {
        text: categories?.find((category) => category.name === categoryName)?.title ?? categoryName,
        to: `/catalog?categoryname=${encodeURIComponent(categoryName)}`,
      },
      { text: name },
    ],
    newGames: newGames.filter(({ gameId }) => gameId !== id).map(toCardGame),
    seo: {
      storeName,
      publicUrl,
      language,
      path: `/catalog/${id}`,
      title: productTitle(game.typeName, { name, storeName }, t),
      description: plainText(game.description),
      image: pictureFile(images.poster, 'share', 1200, 'png'),
      noindex: preview !== null,
    },
  };
}

async function loadGame(api: ApiClient, id: number) {
  const [game, products] = await Promise.all([
    required(api.GET('/api/v1/game/{id}', { params: { path: { id } } })),
    optional(api.GET('/api/v1/products', offersQuery(id))),
  ]);
  return { game, offers: products?.items };
}

const loadDraft = (api: ApiClient, id: number, preview: string) =>
  required(api.GET('/api/v1/preview/game/{id}', { params: { path: { id }, query: { preview } } }));

type Page = Awaited<ReturnType<typeof loader>>;

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orSkeleton<Page>(request, serverLoader);

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || 'pending' in loaderData) return [];
  const { seo, game, offers, crumbs } = loaderData;
  const root = matches[0].loaderData;
  const product = productJsonLd({
    name: game.name,
    description: seo.description,
    url: new URL(seo.path, seo.publicUrl).href,
    image: seo.image && new URL(seo.image, seo.publicUrl).href,
    brand: game.publisher ?? undefined,
    prices: (offers?.available ?? []).flatMap(({ price }) => price ?? []),
    currency: root?.currencies.find(({ name }) => name === root.activeCurrency),
  });
  return seoMeta({ ...seo, jsonLd: [...product, breadcrumbJsonLd(crumbs, seo.publicUrl)] });
};

export default function CatalogGame({ loaderData, params }: Route.ComponentProps) {
  if (!('pending' in loaderData)) return <GamePage key={loaderData.game.id} page={loaderData} />;
  return (
    <Suspense key={params.id} fallback={<ProductSkeleton />}>
      <SlowGamePage pending={loaderData.pending} />
    </Suspense>
  );
}

/** It was not there when `meta` was asked. */
function SlowGamePage({ pending }: { pending: Promise<Page> }) {
  const page = use(pending);
  return (
    <>
      <title>{page.seo.title}</title>
      <GamePage page={page} />
    </>
  );
}

function GamePage({ page: { game, offers, rules, countries, crumbs, newGames } }: { page: Page }) {
  const { t } = useTranslation('product');
  const cart = useProductCart();
  return (
    <div className={styles.page}>
      <Product
        game={game}
        offers={offers}
        rules={rules}
        countries={countries}
        crumbs={crumbs}
        heart={<FavouriteButton gameId={game.id} name={game.name} />}
        cart={cart}
      />
      {newGames.length > 0 && (
        <Rail title={t('new-games')}>
          {newGames.map((card) => (
            <li key={card.id}>
              <GameCard game={card} heart={<FavouriteButton gameId={card.id} name={card.name} />} />
            </li>
          ))}
        </Rail>
      )}
    </div>
  );
}

/** An invalid id is an unknown game. */
function idOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 2 ** 31 - 1) throw data({ code: 'not-found', requestId: undefined }, { status: 404 });
  return id;
}
