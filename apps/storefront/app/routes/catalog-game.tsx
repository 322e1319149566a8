import type { ApiClient } from '@oyna/api-client/client';
import type { GameCard as GameCardModel } from '@oyna/api-client/models';
import type { ProductType } from '@oyna/domain/constants';
import { Rail } from '@oyna/ui/rail';
import { Suspense, use } from 'react';
import { data } from 'react-router';
import { AlertButton } from '~/features/alerts/alert-button.tsx';
import { useProductCart } from '~/features/cart/use-product-cart.ts';
import { toCardGame } from '~/features/catalogue/card-game.ts';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { FavouriteButton, heartOf } from '~/features/favourites/favourite-button.tsx';
import { galleryPictures } from '~/features/product/gallery-pictures.ts';
import { listNewGames } from '~/features/product/new-games.server.ts';
import { readOffers } from '~/features/product/offer.ts';
import { rulesFor, withPlaces } from '~/features/product/offer-activation.ts';
import { plainText } from '~/features/product/plain-text.ts';
import { Product } from '~/features/product/product.tsx';
import { ProductAbout } from '~/features/product/product-about.tsx';
import { detailGroups } from '~/features/product/product-details.server.ts';
import { gameThing, productJsonLd } from '~/features/product/product-json-ld.ts';
import { ProductSkeleton } from '~/features/product/product-skeleton.tsx';
import { productTitle } from '~/features/product/product-title.ts';
import { RecentlyViewed } from '~/features/product/recently-viewed.tsx';
import { deliverySentence, reasonText, relationsView } from '~/features/product/related-view.server.ts';
import { offersQuery } from '~/features/product/use-offers.ts';
import { EarlyVote } from '~/features/reviews/early-vote.tsx';
import { ratingJsonLd } from '~/features/reviews/rating-json-ld.ts';
import { RatingLink } from '~/features/reviews/rating-link.tsx';
import { reviewsQuery, showReviews } from '~/features/reviews/reviews.server.ts';
import { Reviews } from '~/features/reviews/reviews.tsx';
import { dayText } from '~/lib/day-text.server.ts';
import { CachedFragment, type Packed, pack, unpack } from '~/lib/fragment-cache.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { breadcrumbJsonLd } from '~/lib/json-ld.ts';
import { onceForAnswers } from '~/lib/once-for-answers.server.ts';
import { openPage, optional, required } from '~/lib/page.server.ts';
import { pictureFile } from '~/lib/picture-sources.ts';
import { seoMeta } from '~/lib/seo.ts';
import { orSkeleton } from '~/lib/slow-page.ts';
import { useGameView } from '~/lib/use-game-view.ts';
import type { Route } from './+types/catalog-game';
import styles from './catalog-game.module.css';

export const handle = {
  texts: preloadTexts('product', 'reviews'),
  parameters: ['preview', 'reviews', 'page'],
} satisfies RouteTexts;

/**
 * A game that does not exist is a 404. The page still answers 200 when its offers or the other games fail. With the link
 * of an operator (`preview`) it shows the draft of the game.
 */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const t = texts('product');
  const id = idOf(args.params.id);
  const preview = new URL(args.request.url).searchParams.get('preview');
  const words = { language, t: texts('product-details'), genres: texts('genres') };
  const query = reviewsQuery(args.request.url);
  const [{ game, offers }, related, categories, rules, countries, newGames, reviews] = await Promise.all([
    preview === null ? loadGame(api, id) : loadDraft(api, id, preview),
    optional(api.GET('/api/v1/game/{id}/related', { params: { path: { id } } })),
    optional(api.GET('/api/v1/info/categories')),
    optional(api.GET('/api/v1/info/activation')),
    optional(api.GET('/api/v1/info/countries')),
    listNewGames(api),
    preview === null ? optional(api.GET('/api/v1/game/{id}/reviews', { params: { path: { id }, query } })) : undefined,
  ]);
  const answers = [game, offers, related, categories, rules, countries, newGames, reviews] as const;
  return onceForAnswers(`product ${language} ${preview} ${query.order}`, answers, () => {
    const { storeName, publicUrl } = services;
    const { name, categoryName, images } = game;
    return pack({
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
      offers: offers && withPlaces(readOffers(offers), rules ?? [], countries ?? []),
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
      groups: detailGroups(game, words),
      relations: { title: words.t('relations'), games: relationsView(related?.relations ?? [], words.t) },
      rails: [
        {
          title: words.t(game.typeName === ('Key' satisfies ProductType) ? 'similar' : 'similar-other'),
          games: (related?.similar ?? []).map((one) => ({
            card: toCardGame(one.game),
            reason: reasonText(one.reason, words.t, words.genres),
          })),
        },
        {
          title: t('new-games'),
          games: newGames.filter(({ gameId }) => gameId !== id).map((one) => ({ card: toCardGame(one), reason: '' })),
        },
      ].filter(({ games }) => games.length > 0),
      deliveryText: deliverySentence(related?.delivery ?? null, words.t),
      isPreview: preview !== null,
      reviews: reviews && showReviews(reviews, query.order, language),
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
      thing: gameThing(game, words.genres),
    });
  });
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

type Page = NonNullable<Awaited<ReturnType<typeof loader>>['value']>;

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orSkeleton<Packed<Page>>(request, serverLoader);

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || 'pending' in loaderData) return [];
  const { seo, game, offers, crumbs, thing, reviews } = unpack(loaderData);
  const root = matches[0].loaderData;
  const product = productJsonLd({
    name: game.name,
    description: seo.description,
    url: new URL(seo.path, seo.publicUrl).href,
    image: seo.image && new URL(seo.image, seo.publicUrl).href,
    thing,
    prices: (offers?.available ?? []).flatMap(({ price }) => price ?? []),
    currency: root?.currencies.find(({ name }) => name === root.activeCurrency),
  });
  return seoMeta({
    ...seo,
    jsonLd: [
      ...product.map((thing) => ({ ...thing, ...ratingJsonLd(reviews) })),
      breadcrumbJsonLd(crumbs, seo.publicUrl),
    ],
  });
};

export default function CatalogGame({ loaderData, params }: Route.ComponentProps) {
  if (!('pending' in loaderData)) return <GamePage key={params.id} page={unpack(loaderData)} />;
  return (
    <Suspense key={params.id} fallback={<ProductSkeleton />}>
      <SlowGamePage pending={loaderData.pending} />
    </Suspense>
  );
}

/** It was not there when `meta` was asked. */
function SlowGamePage({ pending }: { pending: Promise<Packed<Page>> }) {
  const page = unpack(use(pending));
  return (
    <>
      <title>{page.seo.title}</title>
      <GamePage page={page} />
    </>
  );
}

function GamePage({ page }: { page: Page }) {
  const { game, offers, rules, countries, crumbs, groups, relations, rails, deliveryText, isPreview, reviews } = page;
  // A preview of an operator is no view.
  useGameView(isPreview ? undefined : game.id);
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
        rating={reviews?.rating && <RatingLink rating={reviews.rating} />}
        cart={cart}
        deliveryText={deliveryText}
        bellOf={(kind, offer, onAsked) => (
          <AlertButton key={`${kind} ${offer.id}`} kind={kind} offer={offer} onAsked={onAsked} />
        )}
      />
      <CachedFragment data={page} id="about">
        {() => <ProductAbout game={game} offers={offers?.available ?? []} groups={groups} relations={relations} />}
      </CachedFragment>
      {reviews?.rating && <EarlyVote />}
      {reviews && (
        <CachedFragment data={page} id="reviews">
          {() => <Reviews gameId={game.id} reviews={reviews} />}
        </CachedFragment>
      )}
      <div className={styles.rails}>
        {rails.map((rail) => (
          <CachedFragment key={rail.title} data={rail}>
            {() => (
              <Rail title={rail.title}>
                {rail.games.map(({ card, reason }) => (
                  <li key={card.id}>
                    <GameCard game={card} heart={heartOf(card)} />
                    {reason && <p className={styles.reason}>{reason}</p>}
                  </li>
                ))}
              </Rail>
            )}
          </CachedFragment>
        ))}
        {!isPreview && <RecentlyViewed gameId={game.id} renderGame={renderCard} />}
      </div>
    </div>
  );
}

function renderCard(game: GameCardModel) {
  return <GameCard game={toCardGame(game)} heart={<FavouriteButton gameId={game.gameId} name={game.gameName} />} />;
}

/** An invalid id is an unknown game. */
function idOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 2 ** 31 - 1) throw data({ code: 'not-found', requestId: undefined }, { status: 404 });
  return id;
}
