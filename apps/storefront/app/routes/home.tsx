import type { Category } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { formatMoney } from '@oyna/domain/money-format';
import { ErrorState } from '@oyna/ui/error-state';
import { Rail } from '@oyna/ui/rail';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useRevalidator } from 'react-router';
import { preloadPicture } from '~/components/picture.tsx';
import { BrandCard } from '~/features/catalogue/brand-card.tsx';
import { type CardGame, toCardGame } from '~/features/catalogue/card-game.ts';
import { CategoryTile, type TileCategory } from '~/features/catalogue/category-tile.tsx';
import { CompactCards } from '~/features/catalogue/compact-cards.tsx';
import { Deals } from '~/features/catalogue/deals.tsx';
import { GameCard } from '~/features/catalogue/game-card.tsx';
import { gameFacts } from '~/features/catalogue/game-facts.ts';
import { heartOf } from '~/features/favourites/favourite-button.tsx';
import { affordableCents, affordableLimit } from '~/features/home/affordable.ts';
import { heroPicture } from '~/features/home/hero.tsx';
import { HeroCarousel } from '~/features/home/hero-carousel.tsx';
import { AllLink, HomeSection } from '~/features/home/home-section.tsx';
import {
  arrangeHome,
  GROUP_PAGES,
  type HomeData,
  type HomeSection as SectionOf,
} from '~/features/home/home-sections.ts';
import { PlatformTiles } from '~/features/home/platform-tiles.tsx';
import { QuickTiles } from '~/features/home/quick-tiles.tsx';
import { RankedItem } from '~/features/home/ranked-item.tsx';
import { TrustStrip } from '~/features/home/trust-strip.tsx';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { momentText } from '~/lib/day-text.server.ts';
import { CachedFragment, type Packed, pack, unpack } from '~/lib/fragment-cache.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { siteJsonLd } from '~/lib/json-ld.ts';
import { onceForAnswers } from '~/lib/once-for-answers.server.ts';
import { openPage, optional } from '~/lib/page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';

type Section = SectionOf<CardGame>;

const PLATFORMS = 8;
/** More than the section shows: some may be in the sections before it. */
const AFFORDABLE_GAMES = 40;

export const handle = {
  texts: preloadTexts('home'),
  parameters: ['code', 'state', 'device_id', 'error'],
} satisfies RouteTexts;

/** The page returns 200 even when a part of it fails; that part offers a retry. */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, language, texts } = openPage(args);
  const t = texts('meta');
  const rates = (await optional(api.GET('/api/v1/currency'))) ?? [];
  const max = affordableCents(rates);
  const [groups, categories, showcase, affordable, facets] = await Promise.all([
    optional(api.GET('/api/v1/Recomendation')),
    optional(api.GET('/api/v1/info/categories')),
    optional(api.GET('/api/v1/showcase')),
    optional(api.GET('/api/v1/game', { params: { query: { max, type: ['Key'], pageSize: AFFORDABLE_GAMES } } })),
    optional(api.GET('/api/v1/game/facets')),
  ]);
  const { storeName, publicUrl } = services;
  return {
    hasFailed: groups === undefined || categories === undefined,
    content: makeContent(
      { groups: groups ?? [], categories: categories ?? [], showcase, affordable, facets },
      language,
    ),
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
  sections: Section[];
  /** When the deal of the week ends. */
  endsAtText: string;
  categories: TileCategory[];
}

interface Answers extends Omit<HomeData, 'affordable' | 'platforms'> {
  categories: readonly Category[];
  affordable: { items: HomeData['affordable'] } | undefined;
  facets: { platform: HomeData['platforms'] } | undefined;
}

/** The same object for the same answers, because CachedFragment caches by object. */
function makeContent(answers: Answers, language: Language): Packed<HomeContent> {
  const { groups, showcase, affordable, facets, categories } = answers;
  return onceForAnswers(`home ${language}`, [groups, showcase, affordable, facets, categories], () => {
    const platforms = (facets?.platform ?? []).slice(0, PLATFORMS);
    return pack({
      ...arrangeHome({ groups, showcase, affordable: affordable?.items ?? [], platforms }, toCardGame),
      endsAtText: showcase?.deal ? momentText(showcase.deal.endsAt, language) : '',
      categories: categories.map(({ name, title, gameCount, picture }) => ({ name, title, gameCount, picture })),
    });
  });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { seo } = loaderData;
  return seoMeta({ ...seo, jsonLd: siteJsonLd(seo) });
};

export default function Home({ loaderData: { hasFailed, content, seo } }: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const { revalidate } = useRevalidator();
  const [first] = unpack(content).slides;
  // The fragment may be cached: then its picture is not rendered and cannot preload itself.
  if (first) preloadPicture(heroPicture(first.picture));
  return (
    <div className={styles.home}>
      <VisuallyHidden>
        <h1>{t('heading', { storeName: seo.storeName })}</h1>
      </VisuallyHidden>
      {hasFailed && <ErrorState title={t('groups-failed')} onRetry={revalidate} />}
      <CachedFragment data={content}>{() => <HomeSections content={content} />}</CachedFragment>
    </div>
  );
}

function HomeSections({ content }: { content: Packed<HomeContent> }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const { slides, sections, endsAtText, categories } = unpack(content);
  return (
    <>
      {slides.length > 0 && (
        <HeroCarousel slides={slides.map((slide) => ({ ...slide, facts: gameFacts(slide, common) }))} />
      )}
      <QuickTiles />
      {sections.map((section) => (
        <OneSection key={'name' in section ? section.name : section.kind} section={section} endsAtText={endsAtText} />
      ))}
      {categories.length > 0 && (
        <Rail title={t('categories')} items="tile" action={<AllLink to="/categories" title={t('categories')} />}>
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

const TILE_SIZES = '(min-width: 1280px) 170px, (min-width: 768px) 22vw, 40vw';
const WIDE_SIZES = '(min-width: 1280px) 390px, (min-width: 768px) 44vw, 84vw';

function OneSection({ section, endsAtText }: { section: Section; endsAtText: string }) {
  const { t } = useTranslation('home');
  switch (section.kind) {
    case 'ranking':
      return (
        <Rail title={t('top-sellers')} items="ranked">
          {section.games.map((game, index) => (
            <RankedItem key={game.id} place={index + 1}>
              <GameCard game={game} heart={heartOf(game)} />
            </RankedItem>
          ))}
        </Rail>
      );
    case 'affordable':
      return <Affordable games={section.games} />;
    case 'platforms':
      return (
        <HomeSection kind="platforms" title={t('platforms')} action={<AllLink to="/catalog" title={t('platforms')} />}>
          <PlatformTiles platforms={section.platforms} />
        </HomeSection>
      );
    case 'deals': {
      const { name, title, deal, endsAt, games } = section;
      return (
        <HomeSection kind="deals" title={title} action={<AllLink to={GROUP_PAGES[name]} title={title} />}>
          <Deals deal={deal} endsAt={endsAt} endsAtText={endsAtText} games={games} />
        </HomeSection>
      );
    }
    default:
      return <GroupRail section={section} />;
  }
}

function GroupRail({ section }: { section: Extract<Section, { kind: 'rail' | 'brands' | 'wide' }> }) {
  const { kind, name, title, games } = section;
  const items = ({ rail: 'card', brands: 'tile', wide: 'wide' } as const)[kind];
  return (
    <Rail title={title} items={items} action={<AllLink to={GROUP_PAGES[name]} title={title} />}>
      {games.map((game) => (
        <li key={game.id}>
          {kind === 'rail' ? (
            <GameCard game={game} heart={heartOf(game)} />
          ) : (
            <BrandCard game={game} sizes={kind === 'wide' ? WIDE_SIZES : TILE_SIZES} />
          )}
        </li>
      ))}
    </Rail>
  );
}

function Affordable({ games }: { games: readonly CardGame[] }) {
  const { t, language } = useTranslation('home');
  const { active } = useCurrency();
  const currency = active?.name ?? 'USD';
  const price = formatMoney(affordableLimit(currency), currency, language);
  if (price === undefined) return null;
  const title = t('affordable', { price });
  return (
    <HomeSection kind="affordable" title={title} action={<AllLink to="/catalog?sort=price" title={title} />}>
      <CompactCards games={games} />
    </HomeSection>
  );
}
