import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAST_PAYMENT } from './constants.ts';
import { basketTotal, isLargePriceChange, offerPricing, presentPrice, promoDiscount } from './pricing.ts';

const price = fc.integer({ min: 1, max: 100_000_000 });
const policy = fc.constantFrom('spec' as const, 'catalogue' as const);

describe('an offer by the spec', () => {
  it('was 88 cents dearer than the discounted price', () => {
    expect(offerPricing({ price: 2000, priceWithDiscount: 1000 }, 'spec')).toEqual({
      price: 1000,
      oldPrice: 1088,
      discountPercent: 8, // 8.088
    });
  });

  it('was 10 dollars dearer still for the named games', () => {
    expect(offerPricing({ price: 2000, priceWithDiscount: 1000, oldPriceExtra: 1000 }, 'spec')).toEqual({
      price: 1000,
      oldPrice: 2088,
      discountPercent: 52, // 52.1
    });
  });

  it('costs its price when it has no discounted one', () => {
    for (const priceWithDiscount of [undefined, null, 0, Number.NaN]) {
      expect(offerPricing({ price: 500, priceWithDiscount }, 'spec')).toMatchObject({ price: 500, oldPrice: 588 });
    }
  });

  it('rounds the drop half up and shows no badge for less than half a percent', () => {
    expect(offerPricing({ price: 8712 }, 'spec').discountPercent).toBe(1); // 88 of 8800
    expect(offerPricing({ price: 17512 }, 'spec').discountPercent).toBe(1); // 88 of 17600, exactly a half
    expect(offerPricing({ price: 17513 }, 'spec')).toEqual({ price: 17513, oldPrice: 17601 });
  });
});

describe('an offer by the catalogue', () => {
  it('shows the real former price', () => {
    expect(offerPricing({ price: 2000, priceWithDiscount: 1500, oldPriceExtra: 1000 }, 'catalogue')).toEqual({
      price: 1500,
      oldPrice: 2000,
      discountPercent: 25,
    });
  });

  it('shows none when nothing was taken off', () => {
    expect(offerPricing({ price: 2000, priceWithDiscount: 2000 }, 'catalogue')).toEqual({ price: 2000 });
    expect(offerPricing({ price: 2000 }, 'catalogue')).toEqual({ price: 2000 });
    expect(offerPricing({ price: 1000, priceWithDiscount: 1500 }, 'catalogue')).toEqual({ price: 1500 });
  });
});

describe('any offer', () => {
  it('has no price, and no old one, when none is numeric', () => {
    for (const wrong of [undefined, null, Number.NaN, -5, 0, 12.5, '12' as unknown as number]) {
      expect(offerPricing({ price: wrong, priceWithDiscount: wrong }, 'spec')).toEqual({ price: undefined });
    }
  });

  it('never shows a discount that does not exist', () => {
    fc.assert(
      fc.property(price, fc.option(price), fc.nat(5000), policy, (full, discounted, oldPriceExtra, rule) => {
        const result = offerPricing({ price: full, priceWithDiscount: discounted, oldPriceExtra }, rule);
        expect(result.price).toBe(discounted ?? full);
        if (result.oldPrice === undefined) {
          expect(result.discountPercent).toBeUndefined();
          return;
        }
        expect(result.oldPrice).toBeGreaterThan(result.price ?? Number.NaN);
        const drop = ((result.oldPrice - (result.price ?? 0)) / result.oldPrice) * 100;
        expect(Math.abs((result.discountPercent ?? 0) - drop)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('never throws and never brings NaN', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), policy, (a, b, c, rule) => {
        const offer = { price: a, priceWithDiscount: b, oldPriceExtra: c } as Parameters<typeof offerPricing>[0];
        for (const value of Object.values(offerPricing(offer, rule))) {
          expect(value === undefined || Number.isSafeInteger(value)).toBe(true);
        }
      }),
    );
  });
});

describe('the present price', () => {
  it('is the discounted price, otherwise the full one, under either policy', () => {
    expect(presentPrice({ price: 2000, priceWithDiscount: 1400 })).toBe(1400);
    expect(presentPrice({ price: 2000, priceWithDiscount: null })).toBe(2000);
    expect(presentPrice({ price: null })).toBeUndefined();
    fc.assert(
      fc.property(fc.anything(), fc.anything(), policy, (a, b, rule) => {
        const offer = { price: a, priceWithDiscount: b } as Parameters<typeof offerPricing>[0];
        expect(offerPricing(offer, rule).price).toBe(presentPrice(offer));
      }),
    );
  });
});

describe('a change of price', () => {
  it('is large above 30 percent, up or down', () => {
    expect(isLargePriceChange(1000, 1300)).toBe(false);
    expect(isLargePriceChange(1000, 1301)).toBe(true);
    expect(isLargePriceChange(1000, 700)).toBe(false);
    expect(isLargePriceChange(1000, 699)).toBe(true);
  });

  it('is never large when nothing changes, and always when a price doubles', () => {
    fc.assert(
      fc.property(price, (cents) => {
        expect(isLargePriceChange(cents, cents)).toBe(false);
        expect(isLargePriceChange(cents, cents * 2)).toBe(true);
      }),
    );
  });
});

describe('a basket', () => {
  it('comes to price times count', () => {
    expect(
      basketTotal([
        { price: 1299, count: 2 },
        { price: 5, count: 3 },
      ]),
    ).toBe(2613);
    expect(basketTotal([])).toBe(0);
  });

  it('leaves removed items out', () => {
    expect(
      basketTotal([
        { price: 1299, count: 0 },
        { price: undefined, count: -1 },
        { price: 5, count: 1 },
      ]),
    ).toBe(5);
  });

  it('has no total when an item has no price or count, or the sum no number', () => {
    expect(
      basketTotal([
        { price: undefined, count: 1 },
        { price: 5, count: 1 },
      ]),
    ).toBeUndefined();
    expect(basketTotal([{ price: -5, count: 1 }])).toBeUndefined();
    expect(basketTotal([{ price: 4, count: 1.5 }])).toBeUndefined();
    expect(basketTotal([{ price: 5, count: Number.NaN }])).toBeUndefined();
    expect(basketTotal([{ price: Number.MAX_SAFE_INTEGER, count: 2 }])).toBeUndefined();
  });
});

describe('a promo code', () => {
  it('takes off a percentage, rounded half up', () => {
    expect(promoDiscount(1299, { kind: 'percent', percent: 10 })).toBe(130);
    expect(promoDiscount(1250, { kind: 'percent', percent: 1 })).toBe(13);
    expect(promoDiscount(1249, { kind: 'percent', percent: 1 })).toBe(12);
    expect(promoDiscount(1299, { kind: 'percent', percent: 90 })).toBe(1169);
  });

  it('takes off an amount', () => {
    expect(promoDiscount(1299, { kind: 'amount', cents: 500 })).toBe(500);
  });

  it('takes nothing off when its value is none', () => {
    for (const value of [0, -10, 12.5, Number.NaN]) {
      expect(promoDiscount(1299, { kind: 'percent', percent: value })).toBe(0);
      expect(promoDiscount(1299, { kind: 'amount', cents: value })).toBe(0);
    }
  });

  it('takes its share to the nearest cent, while enough is left to pay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (total, percent) => {
          const discount = promoDiscount(total, { kind: 'percent', percent });
          const off = BigInt(discount) * 100n - BigInt(total) * BigInt(percent);
          expect(off <= 50n).toBe(true);
          expect(off > -50n || total - discount === Math.min(total, LEAST_PAYMENT)).toBe(true);
        },
      ),
    );
  });

  it('leaves what a provider takes at least, whatever it promises', () => {
    expect(promoDiscount(1299, { kind: 'percent', percent: 100 })).toBe(1299 - LEAST_PAYMENT);
    expect(promoDiscount(1299, { kind: 'amount', cents: 5000 })).toBe(1299 - LEAST_PAYMENT);
    expect(promoDiscount(LEAST_PAYMENT - 1, { kind: 'percent', percent: 100 })).toBe(0);
  });

  it('never takes more than there is, and never adds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (total, value) => {
        for (const discount of [
          promoDiscount(total, { kind: 'percent', percent: value }),
          promoDiscount(total, { kind: 'amount', cents: value }),
        ]) {
          expect(discount).toBeGreaterThanOrEqual(0);
          expect(discount).toBeLessThanOrEqual(Math.max(0, total));
        }
      }),
    );
  });
});
