import { BASE_CURRENCY } from '@oyna/domain/constants';
import { amountToText, type Currency, convertFromCents, parseRate } from '@oyna/domain/money';
import type { JsonLd } from '../../lib/seo.ts';

interface ProductThing {
  name: string;
  description: string;
  url: string;
  image: string | undefined;
  brand: string | undefined;
  /** US cents, of the offers that can be bought. */
  prices: readonly number[];
  /** What the page shows prices in. */
  currency: Currency | undefined;
}

/** With the price that the page shows; left out without a price. */
export function productJsonLd({ name, description, url, image, brand, prices, currency }: ProductThing): JsonLd[] {
  const rate = currency && parseRate(currency.amount);
  const priceCurrency = rate ? currency.name : BASE_CURRENCY;
  const shown = prices
    .toSorted((a, b) => a - b)
    .map((cents) => (rate ? convertFromCents(cents, rate, priceCurrency) : cents))
    .filter((amount) => amount !== undefined)
    .map((amount) => amountToText(amount));
  const [lowPrice, highPrice] = [shown[0], shown.at(-1)];
  if (lowPrice === undefined) return [];
  const sale = { priceCurrency, availability: 'https://schema.org/InStock', url };
  const offers =
    shown.length === 1
      ? { '@type': 'Offer', price: lowPrice, ...sale }
      : { '@type': 'AggregateOffer', lowPrice, highPrice, offerCount: shown.length, ...sale };
  return [
    {
      '@type': 'Product',
      name,
      description,
      url,
      ...(image ? { image } : {}),
      ...(brand ? { brand: { '@type': 'Brand', name: brand } } : {}),
      offers,
    },
  ];
}
