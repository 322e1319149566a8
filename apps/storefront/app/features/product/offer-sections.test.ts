import { describe, expect, it } from 'vitest';
import { offer } from './offer.test-helper.ts';
import type { Offer } from './offer.ts';
import { firstChoice, toSections } from './offer-sections.ts';

const shapeOf = (offers: Offer[]) =>
  toSections(offers).map((section) => [section.kind, ...section.offers.map(({ edition }) => edition)]);

describe('toSections', () => {
  it('puts denominations of one thing together, the cheapest first', () => {
    const card = { type: 'Services', platform: 'Xbox', region: 'US' };
    const offers = [
      offer({ ...card, edition: '50 USD', price: 5200 }),
      offer({ ...card, edition: '10 USD', price: 1100 }),
    ];
    expect(shapeOf(offers)).toEqual([['denominations', '10 USD', '50 USD']]);
  });

  it('keeps regions and platforms apart: they are different things', () => {
    const month = { type: 'Subscription', edition: '1 month' };
    const year = { type: 'Subscription', edition: '12 months', price: 9000 };
    const offers = [
      offer({ ...month, region: 'US' }),
      offer({ ...year, region: 'US' }),
      offer({ ...month, region: 'TR' }),
      offer({ ...year, region: 'TR' }),
      offer({ ...month, platform: 'Xbox', region: 'US' }),
    ];
    expect(shapeOf(offers)).toEqual([
      ['denominations', '1 month', '12 months'],
      ['denominations', '1 month', '12 months'],
      ['edition', '1 month'],
    ]);
  });

  it('makes a row of each edition, in the order of the store', () => {
    expect(shapeOf([offer({ edition: 'Deluxe', price: 3000 }), offer({})])).toEqual([
      ['edition', 'Deluxe'],
      ['edition', 'Standard Edition'],
    ]);
  });

  it('puts a lone denomination into a row, after the chips', () => {
    const points = { type: 'Currency', platform: 'Web', region: 'EU' };
    const offers = [
      offer({ ...points, region: 'TR', edition: '475 VP' }),
      offer({ ...points, edition: '1000 VP' }),
      offer({ ...points, edition: '2050 VP', price: 2400 }),
    ];
    expect(shapeOf(offers)).toEqual([
      ['denominations', '1000 VP', '2050 VP'],
      ['edition', '475 VP'],
    ]);
  });

  it('has nothing to show for nothing', () => {
    expect(toSections([])).toEqual([]);
  });
});

describe('firstChoice', () => {
  it('is the cheapest that has a price', () => {
    const offers = [offer({ price: undefined }), offer({ price: 900 }), offer({ price: 500 })];
    expect(firstChoice(offers)?.price).toBe(500);
  });

  it('is an offer without a price when there is no other', () => {
    expect(firstChoice([offer({ price: undefined })])).toBeDefined();
    expect(firstChoice([])).toBeUndefined();
  });
});
