import { expect, it } from 'vitest';
import { gameThing, productJsonLd } from './product-json-ld.ts';

const KZT = { name: 'KZT', amount: 500, symbol: '₸', index: 0 };
const thing = {
  name: 'Game',
  description: 'Words',
  url: 'https://oyna.kz/catalog/1',
  image: undefined,
  thing: { isGame: false, fields: {} },
};

it('contains the range of prices in the currency of the page', () => {
  const [product] = productJsonLd({ ...thing, prices: [2000, 1099], currency: KZT });
  expect(product?.['offers']).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: '5495.00',
    highPrice: '10000.00',
    offerCount: 2,
    priceCurrency: 'KZT',
  });
});

it('contains one price as an offer, and in dollars without a rate', () => {
  const [product] = productJsonLd({ ...thing, prices: [1099], currency: undefined });
  expect(product?.['offers']).toMatchObject({ '@type': 'Offer', price: '10.99', priceCurrency: 'USD' });
});

it('says nothing of a gift card without a price', () => {
  expect(productJsonLd({ ...thing, prices: [], currency: KZT })).toEqual([]);
});

const genres = ((key: string) => key.replace('genre-', '').toUpperCase()) as never;
const game = {
  typeName: 'Key',
  genres: ['rpg'],
  features: ['single-player', 'controller'],
  platform: 'Steam',
  publisher: 'Steppe',
  developer: null,
  releasedOn: '2024-02-29',
  pegi: 18,
  languages: { interface: ['en', 'ru'], audio: [], subtitles: [] },
};

it('describes a game with what the page shows, and no rating', () => {
  const [product] = productJsonLd({ ...thing, thing: gameThing(game, genres), prices: [1099], currency: KZT });
  expect(product).toEqual({
    '@type': ['Product', 'VideoGame'],
    name: 'Game',
    description: 'Words',
    url: thing.url,
    brand: { '@type': 'Brand', name: 'Steppe' },
    publisher: { '@type': 'Organization', name: 'Steppe' },
    genre: ['RPG'],
    gamePlatform: 'Steam',
    datePublished: '2024-02-29',
    contentRating: 'PEGI 18',
    inLanguage: ['en', 'ru'],
    playMode: ['https://schema.org/SinglePlayer'],
    offers: expect.objectContaining({ availability: 'https://schema.org/InStock', priceCurrency: 'KZT' }),
  });
});

it('leaves out what is not known, and the sale of a game that is sold out', () => {
  const bare = { ...game, genres: [], features: [], publisher: null, releasedOn: null, pegi: null, languages: null };
  const [product] = productJsonLd({ ...thing, thing: gameThing(bare, genres), prices: [], currency: KZT });
  expect(product).toEqual({
    '@type': 'VideoGame',
    name: 'Game',
    description: 'Words',
    url: thing.url,
    gamePlatform: 'Steam',
  });
});

it('calls a gift card no game', () => {
  const [product] = productJsonLd({
    ...thing,
    thing: gameThing({ ...game, typeName: 'Services' }, genres),
    prices: [500],
    currency: KZT,
  });
  expect(product).toMatchObject({ '@type': 'Product', brand: { name: 'Steppe' } });
  expect(product).not.toHaveProperty('genre');
});
