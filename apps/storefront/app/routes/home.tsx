import type { Category, Group } from '@oyna/api-client/models';
import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';
import { ErrorState } from '@oyna/ui/error-state';
import { Rail } from '@oyna/ui/rail';
import { TextLink } from '@oyna/ui/text-link';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useRevalidator } from 'react-router';
import { toCardGame } from '~/features/catalogue/card-game.ts';
import { CategoryTile } from '~/features/catalogue/category-tile.tsx';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { gameFacts } from '~/features/catalogue/game-facts.ts';
import { FavouriteButton } from '~/features/favourites/favourite-button.tsx';
import { HeroCarousel } from '~/features/home/hero-carousel.tsx';
import { CARDS_PER_RAIL, SLIDES, splitGroups } from '~/features/home/home-groups.ts';
import { QuickTiles } from '~/features/home/quick-tiles.tsx';
import { TrustStrip } from '~/features/home/trust-strip.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { siteJsonLd } from '~/lib/json-ld.ts';
import { pack, unpack } from '~/lib/packed.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { perAnswer } from '~/lib/per-answer.server.ts';
import { Reused } from '~/lib/reused.tsx';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';

export const handle = {
  texts: preloadTexts('home'),
  parameters: ['code', 'state', 'device_id', 'error'],
} satisfies RouteTexts;

/** The page still answers 200 when a part of it fails; that part offers to try again. */
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
    packed: contentOf(groups ?? [])(categories ?? []),
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

/** Made once of the same answers, and so the same markup is made of it once. */
const contentOf = perAnswer((groups: readonly Group[]) => {
  const { slides, rails } = splitGroups(groups);
  return perAnswer((categories: readonly Category[]) =>
    pack({
      slides: slides.slice(0, SLIDES).map(toCardGame),
      rails: rails.map(({ name, title, games }) => ({
        name,
        title,
        games: games.slice(0, CARDS_PER_RAIL).map(toCardGame),
      })),
      categories: categories.map(({ name, title, hue, gameCount }) => ({ name, title, hue, gameCount })),
    }),
  );
});

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: siteJsonLd(seo) });
};

export default function Home({ loaderData: { hasFailed, packed, seo } }: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const { revalidate } = useRevalidator();
  const content = unpack(packed);
  return (
    <div className={styles.home}>
      <VisuallyHidden>
        <h1>{t('heading', { storeName: seo.storeName })}</h1>
      </VisuallyHidden>
      {hasFailed && <ErrorState title={t('groups-failed')} onRetry={revalidate} />}
      <Reused of={content}>{() => <HomeContent content={content} />}</Reused>
    </div>
  );
}

type Content = NonNullable<Awaited<ReturnType<typeof loader>>['packed']['packed']>;

function HomeContent({ content: { slides, rails, categories } }: { content: Content }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
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

/** Groups that have a page of their own. */
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
