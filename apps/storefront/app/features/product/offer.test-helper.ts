import type { Offer } from './offer.ts';

let lastId = 0;
/** An offer with a new id. */
export const offer = (given: Partial<Offer>): Offer => ({
  id: ++lastId,
  edition: 'Standard Edition',
  type: 'Key',
  platform: 'Steam',
  region: 'Global',
  price: 1000,
  oldPrice: undefined,
  discountPercent: undefined,
  answer: 'unknown',
  condition: undefined,
  rank: 0,
  places: undefined,
  ...given,
});
