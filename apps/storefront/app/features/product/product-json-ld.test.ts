import { expect, it } from 'vitest';
import { productJsonLd } from './product-json-ld.ts';

const KZT = { name: 'KZT', amount: 500, symbol: '₸', index: 0 };
const thing = {
  name: 'Game',
  description: 'Words',
  url: 'https://oyna.kz/catalog/1',
  image: undefined,
  brand: undefined,
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

it('is empty without a price', () => {
  expect(productJsonLd({ ...thing, prices: [], currency: KZT })).toEqual([]);
});
