import type { GameDetail } from '@oyna/api-client/models';
import { BASE_CURRENCY, type ProductType } from '@oyna/domain/constants';
import { amountToText, type Currency, convertFromCents, parseRate } from '@oyna/domain/money';
import type { TFunction } from 'i18next';
import { genreName } from '../../lib/genre-name.ts';
import type { JsonLd } from '../../lib/seo.ts';

interface ProductThing {
  name: string;
  description: string;
  url: string;
  image: string | undefined;
  thing: GameThing;
  /** US cents, of the offers that can be bought. */
  prices: readonly number[];
  /** What the page shows prices in. */
  currency: Currency | undefined;
}

/** What search engines read about the game besides its price. */
interface GameThing {
  isGame: boolean;
  fields: JsonLd;
}

const PLAY_MODES: Record<string, string> = {
  'single-player': 'SinglePlayer',
  multiplayer: 'MultiPlayer',
  'co-op': 'CoOp',
};

type GameFields = Pick<
  GameDetail,
  'typeName' | 'genres' | 'features' | 'platform' | 'publisher' | 'developer' | 'releasedOn' | 'pegi' | 'languages'
>;

/** Only a key is a game: a gift card has a brand and nothing else. */
export function gameThing(game: GameFields, genres: TFunction<'genres'>): GameThing {
  const brand = game.publisher ? { brand: { '@type': 'Brand', name: game.publisher } } : {};
  if (game.typeName !== ('Key' satisfies ProductType)) return { isGame: false, fields: brand };
  const organization = (name: string | null) => (name ? { '@type': 'Organization', name } : undefined);
  const modes = game.features.flatMap((feature) => PLAY_MODES[feature] ?? []);
  const fields: Record<string, unknown> = {
    ...brand,
    publisher: organization(game.publisher),
    author: organization(game.developer),
    genre: game.genres.length > 0 ? game.genres.map((genre) => genreName(genre, genres)) : undefined,
    gamePlatform: game.platform || undefined,
    datePublished: game.releasedOn ?? undefined,
    contentRating: game.pegi === null ? undefined : `PEGI ${game.pegi}`,
    inLanguage: game.languages?.interface,
    playMode: modes.length > 0 ? modes.map((mode) => `https://schema.org/${mode}`) : undefined,
  };
  return { isGame: true, fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) };
}

/** With the prices that the page shows. Without an offer, a game is described and nothing is for sale. */
export function productJsonLd({ name, description, url, image, thing, prices, currency }: ProductThing): JsonLd[] {
  const offers = offersJsonLd(prices, currency, url);
  if (!offers && !thing.isGame) return [];
  const types = [...(offers ? ['Product'] : []), ...(thing.isGame ? ['VideoGame'] : [])];
  return [
    {
      '@type': types.length === 1 ? types[0] : types,
      name,
      description,
      url,
      ...(image ? { image } : {}),
      ...thing.fields,
      ...(offers ? { offers } : {}),
    },
  ];
}

function offersJsonLd(prices: readonly number[], currency: Currency | undefined, url: string): JsonLd | undefined {
  const rate = currency && parseRate(currency.amount);
  const priceCurrency = rate ? currency.name : BASE_CURRENCY;
  const shown = prices
    .toSorted((a, b) => a - b)
    .map((cents) => (rate ? convertFromCents(cents, rate, priceCurrency) : cents))
    .filter((amount) => amount !== undefined)
    .map((amount) => amountToText(amount));
  const [lowPrice, highPrice] = [shown[0], shown.at(-1)];
  if (lowPrice === undefined) return undefined;
  const sale = { priceCurrency, availability: 'https://schema.org/InStock', url };
  return shown.length === 1
    ? { '@type': 'Offer', price: lowPrice, ...sale }
    : { '@type': 'AggregateOffer', lowPrice, highPrice, offerCount: shown.length, ...sale };
}
