import type { Product } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { readOffers } from './offer.ts';

const product = (own: Partial<Product>) =>
  ({
    id: 1,
    edition: 'Standard',
    typeName: 'Key',
    platform: 'Steam',
    region: 'KZ',
    available: true,
    ...own,
  }) as Product;

it('shows offers whose check says available', () => {
  const { available } = readOffers([product({ id: 1 }), product({ id: 2, available: false }), product({ id: 3 })]);
  expect(available.map(({ id }) => id)).toEqual([1, 3]);
});

it('uses the discounted price if there is one, and no price that is not numeric', () => {
  const { available } = readOffers([
    product({ id: 1, price: 1000, priceWithDiscount: 900 }),
    product({ id: 2, price: 1000, priceWithDiscount: null }),
    product({ id: 3, price: null, priceWithDiscount: null }),
  ]);
  expect(available.map(({ price }) => price)).toEqual([900, 1000, undefined]);
});

it('shows the activation text once for platforms that share it, including sold-out offers', () => {
  const { instructions } = readOffers([
    product({ instruction: '<p>Steam</p>' }),
    product({ instruction: '<p>Steam</p>', platform: 'GOG', available: false }),
    product({ instruction: '<p>Steam</p>' }),
    product({ instruction: '' }),
  ]);
  expect(instructions).toEqual([{ platforms: ['Steam', 'GOG'], html: '<p>Steam</p>' }]);
});
