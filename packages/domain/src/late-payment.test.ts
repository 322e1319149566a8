import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATE_PAYMENT_SECONDS } from './constants.ts';
import {
  decideLatePurchase,
  decideLateTopUp,
  type LateFacts,
  type LatePromo,
  type LatePurchase,
} from './late-payment.ts';
import { BASKET_STATUS } from './states.ts';

const inTime: LateFacts = { secondsSinceGivenUp: 60, isBuyerBlocked: false, mayBeReversed: false };
const purchase: LatePurchase = {
  ...inTime,
  items: [
    { productId: 1, count: 2 },
    { productId: 2, count: 1 },
  ],
  basket: {
    status: BASKET_STATUS.open,
    items: [
      { productId: 2, count: 1, isOffered: true },
      { productId: 1, count: 2, isOffered: true },
    ],
  },
  promo: undefined,
};
const free: LatePromo = {
  isHeldByBasket: false,
  isInForce: true,
  isUsedUp: false,
  isOverBudget: false,
  usesOfAccount: 0,
  accountLimit: null,
};
const basketOf = (change: object) => ({ basket: { status: BASKET_STATUS.open, items: [], ...change } });

describe('a late payment for a basket', () => {
  it.each<[string, Partial<LatePurchase>]>([
    ['nothing has changed', {}],
    ['it comes in the last second', { secondsSinceGivenUp: LATE_PAYMENT_SECONDS }],
    ['its promo code is still in the basket', { promo: { ...free, isHeldByBasket: true, isUsedUp: true } }],
    ['its promo code can be taken again', { promo: { ...free, usesOfAccount: 1, accountLimit: 2 } }],
  ])('is delivered when %s', (_when, change) => {
    expect(decideLatePurchase({ ...purchase, ...change })).toEqual({ outcome: 'deliver' });
  });

  it.each<[string, Partial<LatePurchase>, string]>([
    ['the time is over', { secondsSinceGivenUp: LATE_PAYMENT_SECONDS + 0.001 }, 'too-late'],
    ['the time is unknown', { secondsSinceGivenUp: Number.NaN }, 'too-late'],
    ['the buyer is blocked', { isBuyerBlocked: true }, 'buyer-blocked'],
    ['the provider may give it back', { mayBeReversed: true }, 'link-cancelled'],
    ['the basket is gone', { basket: undefined }, 'basket-closed'],
    ['another payment holds the basket', basketOf({ status: BASKET_STATUS.awaitingPayment }), 'basket-closed'],
    ['the basket is paid', basketOf({ status: BASKET_STATUS.paid }), 'basket-closed'],
    ['the basket is empty', basketOf({}), 'basket-changed'],
    [
      'the basket holds another count',
      basketOf({
        items: [
          { productId: 1, count: 3, isOffered: true },
          { productId: 2, count: 1, isOffered: true },
        ],
      }),
      'basket-changed',
    ],
    [
      'the basket holds one product more',
      basketOf({
        items: [1, 2, 3].map((productId) => ({ productId, count: productId === 1 ? 2 : 1, isOffered: true })),
      }),
      'basket-changed',
    ],
    [
      'an offer is withdrawn',
      basketOf({
        items: [
          { productId: 1, count: 2, isOffered: true },
          { productId: 2, count: 1, isOffered: false },
        ],
      }),
      'not-offered',
    ],
    ['the promo code has ended', { promo: { ...free, isHeldByBasket: true, isInForce: false } }, 'promo-not-in-force'],
    ['the promo code is used up', { promo: { ...free, isUsedUp: true } }, 'promo-used-up'],
    [
      'the budget of the promo code is spent',
      { promo: { ...free, isHeldByBasket: true, isOverBudget: true } },
      'promo-used-up',
    ],
    ['the account has used the promo code', { promo: { ...free, usesOfAccount: 1, accountLimit: 1 } }, 'promo-used-up'],
  ])('goes back when %s', (_when, change, reason) => {
    expect(decideLatePurchase({ ...purchase, ...change })).toEqual({ outcome: 'refund', reason });
  });

  const facts = fc.record({
    secondsSinceGivenUp: fc.double({ min: -10, max: 2 * LATE_PAYMENT_SECONDS }),
    isBuyerBlocked: fc.boolean(),
    mayBeReversed: fc.boolean(),
  });
  const items = fc.uniqueArray(
    fc.record({ productId: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 1, max: 2 }) }),
    {
      selector: ({ productId }) => productId,
    },
  );
  const anyPurchase: fc.Arbitrary<LatePurchase> = items.chain((bought) =>
    fc
      .record({
        facts,
        isSame: fc.boolean(),
        other: items,
        status: fc.constantFrom(...Object.values(BASKET_STATUS)),
        isOffered: fc.boolean(),
        promo: fc.option(
          fc.record({
            isHeldByBasket: fc.boolean(),
            isInForce: fc.boolean(),
            isUsedUp: fc.boolean(),
            isOverBudget: fc.boolean(),
            usesOfAccount: fc.nat(3),
            accountLimit: fc.option(fc.integer({ min: 1, max: 3 })),
          }),
          { nil: undefined },
        ),
      })
      .map(({ facts: late, isSame, other, status, isOffered, promo }) => ({
        ...late,
        items: bought,
        basket: { status, items: (isSame ? bought : other).map((item) => ({ ...item, isOffered })) },
        promo,
      })),
  );

  it('is delivered exactly when every term can still be had', () => {
    fc.assert(
      fc.property(anyPurchase, (late) => {
        const { basket, promo } = late;
        const sorted = (list: readonly { productId: number; count: number }[]) =>
          list.map(({ productId, count }) => `${productId}×${count}`).sort();
        const isPromoFree =
          !promo?.isUsedUp && (promo?.accountLimit ?? Number.POSITIVE_INFINITY) > (promo?.usesOfAccount ?? 0);
        const isHonoured =
          late.secondsSinceGivenUp <= LATE_PAYMENT_SECONDS &&
          !late.isBuyerBlocked &&
          !late.mayBeReversed &&
          basket?.status === BASKET_STATUS.open &&
          JSON.stringify(sorted(basket.items)) === JSON.stringify(sorted(late.items)) &&
          basket.items.every(({ isOffered }) => isOffered) &&
          (promo === undefined || (promo.isInForce && !promo.isOverBudget && (promo.isHeldByBasket || isPromoFree)));
        expect(decideLatePurchase(late).outcome).toBe(isHonoured ? 'deliver' : 'refund');
      }),
    );
  });
});

describe('a late payment for a top-up', () => {
  it('is delivered within the time limit, and goes back otherwise', () => {
    const topUp = { ...inTime, isOffered: true };
    expect(decideLateTopUp(topUp)).toEqual({ outcome: 'deliver' });
    expect(decideLateTopUp({ ...topUp, secondsSinceGivenUp: LATE_PAYMENT_SECONDS + 1 })).toEqual({
      outcome: 'refund',
      reason: 'too-late',
    });
    expect(decideLateTopUp({ ...topUp, isBuyerBlocked: true })).toEqual({ outcome: 'refund', reason: 'buyer-blocked' });
    expect(decideLateTopUp({ ...topUp, isOffered: false })).toEqual({ outcome: 'refund', reason: 'not-offered' });
  });
});
