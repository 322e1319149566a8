import type { Category, Group } from '@oyna/api-client/models';
import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';
import { ErrorState } from '@oyna/ui/error-state';
import { Rail } from '@oyna/ui/rail';
import { TextLink } from '@oyna/ui/text-link';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useMemo } from 'react';
import { useRevalidator } from 'react-router';
import { preloadPicture } from '~/components/picture.tsx';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { CategoryTile, type TileCategory } from '~/features/catalogue/category-tile.tsx';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { gameFacts } from '~/features/catalogue/game-facts.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import { heroPicture } from '~/features/home/hero.tsx';
import { HeroCarousel } from '~/features/home/hero-carousel.tsx';
import { CARDS_PER_RAIL, SLIDES, splitGroups } from '~/features/home/home-groups.ts';
import { QuickTiles } from '~/features/home/quick-tiles.tsx';
import { TrustStrip } from '~/features/home/trust-strip.tsx';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { siteJsonLd } from '~/lib/json-ld.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';

export const handle = {
  texts: preloadTexts('home'),
  parameters: ['code', 'state', 'device_id', 'error'],
} satisfies RouteTexts;

/** The page returns 200 even when a part of it fails; that part offers a retry. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const t = texts('meta');
  const [groups, categories] = await Promise.all([
    optional(api.GET('/api/v1/Recomendation')),
    optional(api.GET('/api/v1/info/categories')),
  ]);
  const { storeName, publicUrl } = services;
  return {
    hasFailed: groups === undefined || categories === undefined,
    content: encodeContent(groups ?? [], categories ?? []),
    seo: {
      storeName,
      publicUrl,
      language,
      path: '/',
      title: t('home-title', { storeName }),
      description: t('home-description', { storeName }),
    },
  };
}

interface HomeContent {
  slides: CardGame[];
  rails: { name: string; title: string; games: CardGame[] }[];
  categories: TileCategory[];
}

interface EncodedContent {
  firstPicture: string | undefined;
  /** HomeContent as one text: the router's encoder is slow for the thousands of values in a hundred cards. */
  json: string;
}

/** The same object for the same responses of the API, because CachedFragment caches by object. */
const contents = new WeakMap<readonly Group[], { categories: readonly Category[]; content: EncodedContent }>();

function encodeContent(groups: readonly Group[], categories: readonly Category[]): EncodedContent {
  const known = contents.get(groups);
  if (known?.categories === categories) return known.content;
  const { slides, rails } = splitGroups(groups);
  const decoded: HomeContent = {
    slides: slides.slice(0, SLIDES).map(toCardGame),
    rails: rails.map(({ name, title, games }) => ({
      name,
      title,
      games: games.slice(0, CARDS_PER_RAIL).map(toCardGame),
    })),
    categories: categories.map(({ name, title, hue, gameCount, picture }) => ({
      name,
      title,
      hue,
      gameCount,
      picture,
    })),
  };
  const content = { firstPicture: decoded.slides[0]?.picture, json: JSON.stringify(decoded) };
  contents.set(groups, { categories, content });
  return content;
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: siteJsonLd(seo) });
};

export default function Home({ loaderData: { hasFailed, content, seo } }: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const { revalidate } = useRevalidator();
  // The fragment may be cached: then its picture is not rendered and cannot preload itself.
  if (content.firstPicture) preloadPicture(heroPicture(content.firstPicture));
  return (
    <div className={styles.home}>
      <VisuallyHidden>
        <h1>{t('heading', { storeName: seo.storeName })}</h1>
      </VisuallyHidden>
      {hasFailed && <ErrorState title={t('groups-failed')} onRetry={revalidate} />}
      <CachedFragment data={content}>{() => <HomeSections json={content.json} />}</CachedFragment>
    </div>
  );
}

function HomeSections({ json }: { json: string }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const { slides, rails, categories } = useMemo(() => JSON.parse(json) as HomeContent, [json]);
  return (
    <>
      {slides.length > 0 && (
        <HeroCarousel slides={slides.map((slide) => ({ ...slide, facts: gameFacts(slide, common) }))} />
      )}
      <QuickTiles />
      {rails.map(({ name, title, games }) => (
        <Rail key={name} title={title} action={<AllLink group={name} title={title} />}>
          {games.map((game) => (
            <li key={game.id}>
              <GameCard game={game} heart={<FavouriteButton gameId={game.id} name={game.name} />} />
            </li>
          ))}
        </Rail>
      ))}
      {categories.length > 0 && (
        <Rail
          title={t('categories')}
          items="tile"
          action={
            <TextLink to="/categories" isAlone>
              {t('all')}
            </TextLink>
          }
        >
          {categories.map((category) => (
            <li key={category.name}>
              <CategoryTile category={category} />
            </li>
          ))}
        </Rail>
      )}
      <TrustStrip />
    </>
  );
}

/** Groups that have their own page. */
const PAGES: Record<string, string> = {
  [RECOMMENDATION_GROUPS.popular]: '/catalog',
  [RECOMMENDATION_GROUPS.discounts]: '/discounts',
  'gift-cards': '/services',
  subscriptions: '/subscribes',
};

function AllLink({ group, title }: { group: string; title: string }) {
  const { t } = useTranslation('home');
  const to = PAGES[group];
  if (!to) return null;
  return (
    <TextLink to={to} isAlone>
      {t('all')}
      <VisuallyHidden>: {title}</VisuallyHidden>
    </TextLink>
  );
}
