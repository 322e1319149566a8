import { describe, expect, it } from 'vitest';
import { buyGamePath, buyProductPath } from '../../lib/buy-now.ts';
import { shownOffer } from './direct-basket.ts';
import { readWantedPurchase } from './wanted-purchase.ts';

const read = (query: string) => readWantedPurchase(new URLSearchParams(query));
const readPath = (path: string) => readWantedPurchase(new URL(path, 'https://x').searchParams);

describe('the address of the payment page', () => {
  it('asks for the cart, a basket, a product or a game', () => {
    expect(read('')).toEqual({ kind: 'cart' });
    expect(read('basket=b1')).toEqual({ kind: 'basket', id: 'b1' });
    expect(readPath(buyProductPath(7))).toEqual({ kind: 'product', id: 7, count: 1 });
    expect(readPath(buyProductPath(7, 3))).toEqual({ kind: 'product', id: 7, count: 3 });
    expect(readPath(buyGamePath({ id: 9, platform: 'EA App', region: 'Global' }))).toEqual({
      kind: 'game',
      id: 9,
      platform: 'EA App',
      region: 'Global',
    });
  });

  it.each(['product=0', 'product=-1', 'product=x', 'product=1e3', 'product=99999999999', 'game='])(
    'asks for the cart when %s is no id',
    (query) => expect(read(query)).toEqual({ kind: 'cart' }),
  );

  it('asks for one when the count is no number, and for no more than a basket holds', () => {
    expect(read('product=7&count=x')).toMatchObject({ count: 1 });
    expect(read('product=7&count=100000')).toMatchObject({ count: 999 });
  });
});

describe('the offer of a card', () => {
  const offers = [
    { id: 1, available: true, platform: 'Steam', region: 'KZ', priceWithDiscount: 900 },
    { id: 2, available: true, platform: 'Steam', region: 'KZ', priceWithDiscount: 700 },
    { id: 3, available: false, platform: 'Steam', region: 'KZ', priceWithDiscount: 100 },
    { id: 4, available: true, platform: 'GOG', region: 'Global', priceWithDiscount: 500 },
  ];

  it('is the cheapest of its platform and region that is on sale', () => {
    expect(shownOffer(offers, { platform: 'Steam', region: 'KZ' })?.id).toBe(2);
  });

  it('is the cheapest of the game when that is gone, and nothing when all is', () => {
    expect(shownOffer(offers, { platform: 'Xbox', region: 'KZ' })?.id).toBe(4);
    expect(shownOffer([], { platform: 'Steam', region: 'KZ' })).toBeUndefined();
  });
});
