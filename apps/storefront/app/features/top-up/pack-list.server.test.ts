import { expect, it } from 'vitest';
import { listPacks } from './pack-list.server.ts';

const offer = { id: 1, name: '1800 UC', available: true, price: 2_499, priceWithDiscount: null, oldPrice: null };

it('lists what can be bought, with its present price and its name in the language of the visitor', () => {
  const packs = listPacks([offer, { ...offer, id: 2, priceWithDiscount: 1_999, oldPrice: 2_499 }], 'en');
  expect(packs).toEqual([
    { id: 1, name: '1,800\u00a0UC', price: 2_499, oldPrice: null },
    { id: 2, name: '1,800\u00a0UC', price: 1_999, oldPrice: 2_499 },
  ]);
});

it('leaves out what is sold out or has no price', () => {
  expect(
    listPacks(
      [
        { ...offer, available: false },
        { ...offer, price: 0 },
      ],
      'ru',
    ),
  ).toEqual([]);
});
