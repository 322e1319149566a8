import { describe, expect, it } from 'vitest';
import { isChangedSince, mergePrices, typePrice } from './typed-prices.ts';

const SEEN = { id: 101, version: 5, priceCents: 1000, discountPriceCents: 800 };

describe('a price that is typed in the grid', () => {
  it('is kept alone, with the version that the operator saw', () => {
    expect(typePrice(SEEN, undefined, 'priceCents', 1200)).toEqual({ productId: 101, version: 5, priceCents: 1200 });
    expect(mergePrices(SEEN, typePrice(SEEN, undefined, 'priceCents', 1200))).toEqual({
      priceCents: 1200,
      discountPriceCents: 800,
    });
  });

  it('leaves the other price to a colleague who changes it, and the row is marked', () => {
    const edit = typePrice(SEEN, undefined, 'priceCents', 1200);
    const sale = { ...SEEN, version: 6, discountPriceCents: 600 };
    expect(mergePrices(sale, edit)).toEqual({ priceCents: 1200, discountPriceCents: 600 });
    expect([isChangedSince(SEEN, edit), isChangedSince(sale, edit), isChangedSince(sale, undefined)]).toEqual([
      false,
      true,
      false,
    ]);
    const discount = typePrice(SEEN, undefined, 'discountPriceCents', 700);
    expect(mergePrices({ ...SEEN, version: 6, priceCents: 1500 }, discount)).toEqual({
      priceCents: 1500,
      discountPriceCents: 700,
    });
  });

  it('joins the one that was typed before it, and the row stays marked', () => {
    const first = typePrice(SEEN, undefined, 'priceCents', 1200);
    const sale = { ...SEEN, version: 6, discountPriceCents: 600 };
    const both = typePrice(sale, first, 'discountPriceCents', 900);
    expect(both).toEqual({ productId: 101, version: 5, priceCents: 1200, discountPriceCents: 900 });
    expect(isChangedSince(sale, both)).toBe(true);
    expect(typePrice(SEEN, first, 'discountPriceCents', 1400)).toMatchObject({
      priceCents: 1400,
      discountPriceCents: 1400,
    });
  });

  it('replaces the same price that was typed before', () => {
    const low = typePrice(SEEN, undefined, 'priceCents', 500);
    const corrected = typePrice(SEEN, low, 'priceCents', 1200);
    expect(corrected).toEqual({ productId: 101, version: 5, priceCents: 1200 });
    expect(mergePrices(SEEN, corrected)).toEqual({ priceCents: 1200, discountPriceCents: 800 });
  });
});
