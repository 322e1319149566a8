import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAlertMet, isThreshold, nextAlertState, type OfferAlert, type SeenOffer } from './alerts.ts';

const amount = fc.integer({ min: 1, max: 2_000 });
const offer: fc.Arbitrary<SeenOffer> = fc.record({
  price: fc.option(amount, { nil: undefined }),
  isAvailable: fc.boolean(),
});
const alert: fc.Arbitrary<OfferAlert> = fc.oneof(
  amount.map((threshold) => ({ kind: 'price-below', threshold }) as const),
  fc.constant({ kind: 'back-in-stock' } as const),
);

describe('an alert', () => {
  it('about a price is met at the threshold and below it, while the offer can be bought', () => {
    const below: OfferAlert = { kind: 'price-below', threshold: 900 };
    const met = (price: number | undefined, isAvailable = true) => isAlertMet(below, { price, isAvailable });
    expect([met(901), met(900), met(899), met(899, false), met(undefined)]).toEqual([false, true, true, false, false]);
  });

  it('about stock is met when the offer can be bought at any price', () => {
    const stock: OfferAlert = { kind: 'back-in-stock' };
    expect(isAlertMet(stock, { price: 5, isAvailable: true })).toBe(true);
    expect(isAlertMet(stock, { price: 5, isAvailable: false })).toBe(false);
    expect(isAlertMet(stock, { price: undefined, isAvailable: true })).toBe(false);
  });

  it('has no event without a change', () => {
    fc.assert(
      fc.property(offer, alert, (same, wanted) => !nextAlertState(isAlertMet(wanted, same), wanted, [same]).isDue),
    );
  });

  it('has as many events in any sequence as times it becomes met, also when it remembers one bit only', () => {
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 60 }), alert, (seen, wanted) => {
        const [first, ...rest] = seen as [SeenOffer, ...SeenOffer[]];
        const byPairs = rest.filter(
          (after, index) => !isAlertMet(wanted, seen[index] as SeenOffer) && isAlertMet(wanted, after),
        ).length;
        let isMet = isAlertMet(wanted, first);
        let byMemory = 0;
        for (const next of rest) {
          const state = nextAlertState(isMet, wanted, [next]);
          if (state.isDue) byMemory += 1;
          isMet = state.isMet;
        }
        expect(byMemory).toBe(byPairs);
      }),
    );
  });

  it('seen only now and then has an event exactly if it became met since the last check and still is', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(offer, { minLength: 1, maxLength: 60 }), alert, (wasMet, states, wanted) => {
        const met = [wasMet, ...states.map((state) => isAlertMet(wanted, state))];
        const rises = met.filter((isMet, index) => index > 0 && isMet && !met[index - 1]).length;
        expect(nextAlertState(wasMet, wanted, states)).toEqual({
          isMet: met.at(-1),
          isDue: met.at(-1) === true && rises > 0,
        });
      }),
    );
  });

  it('has a threshold below the price', () => {
    expect([1, 99].map((threshold) => isThreshold(threshold, 100))).toEqual([true, true]);
    expect([0, -1, 1.5, 100, 101, Number.NaN].map((threshold) => isThreshold(threshold, 100))).not.toContain(true);
  });
});
