import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertNetworkMayHold, type ChargeTerms, type CheckoutFacts, planPayment } from './checkout.ts';
import { AppError } from './errors.ts';
import { BASKET_STATUS } from './states.ts';

const item = { productId: 11, count: 2, keptPrice: 500, price: 500, availableCount: 102 };
const facts: CheckoutFacts = { status: BASKET_STATUS.open, items: [item], promo: undefined, unpaidKeySeconds: 0 };
const terms: ChargeTerms = { currency: 'AZN', rate: '1.7', maxKeys: 10, maxUnpaidKeySeconds: 100 };
const promo = { id: 7, hasEnded: false, percent: 10, amountCents: null, minimumCents: 0 };

const refusalOf = (change: Partial<CheckoutFacts>, other: Partial<ChargeTerms> = {}) => {
  try {
    planPayment({ ...facts, ...change }, { ...terms, ...other });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return undefined;
};

describe('planPayment', () => {
  it('charges the present prices in the currency of the provider', () => {
    expect(planPayment(facts, terms)).toEqual({
      amount: 1700,
      baseCents: 1000,
      discountCents: 0,
      promoCodeId: null,
      items: [{ productId: 11, count: 2, priceCents: 500, amount: 1700 }],
      repriced: [],
      scarceProductIds: [],
      activationCountry: null,
      activationAccepted: [],
    });
  });

  it('charges a price that has changed, and marks its item', () => {
    const plan = planPayment({ ...facts, items: [{ ...item, price: 600 }] }, terms);
    expect(plan).toMatchObject({ baseCents: 1200, repriced: [{ productId: 11, priceCents: 600 }] });
  });

  it('lowers the amount by the promo code', () => {
    expect(planPayment({ ...facts, promo }, terms)).toMatchObject({
      baseCents: 900,
      discountCents: 100,
      promoCodeId: 7,
    });
  });

  it('leaves out a promo code that takes nothing off', () => {
    expect(planPayment({ ...facts, promo: { ...promo, minimumCents: 1000 } }, terms).discountCents).toBe(100);
    const plan = planPayment({ ...facts, promo: { ...promo, minimumCents: 1001 } }, terms);
    expect(plan).toMatchObject({ baseCents: 1000, discountCents: 0, promoCodeId: null });
  });

  it('names the products that may be sold out by it', () => {
    const scarce = (availableCount: number) =>
      planPayment({ ...facts, items: [{ ...item, availableCount }] }, terms).scarceProductIds;
    expect(scarce(51)).toEqual([11]);
    expect(scarce(52)).toEqual([]);
  });

  it('sells the last keys, holds as many as allowed, and takes one hundredth for a key', () => {
    const most = { items: [{ ...item, availableCount: 2 }], heldKeys: 8, unpaidKeySeconds: 100 };
    expect(planPayment({ ...facts, ...most }, terms).amount).toBe(1700);
    expect(planPayment({ ...facts, items: [{ ...item, price: 1 }] }, { ...terms, rate: '1' }).amount).toBe(2);
  });

  it('lowers the share of the items in the scope of the promo code only', () => {
    const items = [
      { ...item, isInPromo: true },
      { ...item, productId: 12, isInPromo: false },
    ];
    const amounts = (change: Partial<CheckoutFacts>) =>
      planPayment({ ...facts, items, ...change }, { ...terms, rate: '1' }).items.map(({ amount }) => amount);
    expect(amounts({ promo })).toEqual([900, 1000]);
    expect(amounts({})).toEqual([1000, 1000]);
  });

  it('splits a discount for all items by their prices, to a hundredth', () => {
    const items = [11, 12, 13].map((productId) => ({ ...item, productId, count: 1, price: 100 }));
    const plan = planPayment({ ...facts, items, promo: { ...promo, percent: null, amountCents: 1 } }, terms);
    expect(plan.items.map(({ amount }) => amount).toSorted()).toEqual([169, 169, 170]);
  });

  it('charges what the page said, within the budget of the promo code', () => {
    expect(planPayment(facts, { ...terms, shownCents: 1000 }).baseCents).toBe(1000);
    for (const promoLeft of [100, null]) {
      expect(planPayment({ ...facts, promo, promoLeft }, terms).baseCents).toBe(900);
    }
  });

  it.each<[string, Partial<CheckoutFacts>, Partial<ChargeTerms>, string]>([
    ['the basket waits for a payment', { status: BASKET_STATUS.awaitingPayment }, {}, 'basket-frozen'],
    ['the basket is paid', { status: BASKET_STATUS.paid }, {}, 'state-conflict'],
    ['the basket is empty', { items: [] }, {}, 'basket-empty'],
    ['the promo code has ended', { promo: { ...promo, hasEnded: true } }, {}, 'promocode-error'],
    ['too few keys are left', { items: [{ ...item, availableCount: 1 }] }, {}, 'out-of-stock'],
    ['the rate is not valid', {}, { rate: '0' }, 'price-unavailable'],
    ['a key would cost nothing', { items: [{ ...item, price: 1 }] }, { rate: '0.1' }, 'price-unavailable'],
    [
      'one of the keys would cost nothing',
      { items: [item, { ...item, price: 1 }] },
      { rate: '0.5' },
      'price-unavailable',
    ],
    ['the page said another price', {}, { shownCents: 999 }, 'quote-expired'],
    ['the budget of the promo code is too small', { promo, promoLeft: 99 }, {}, 'promocode-error'],
    ['more keys are wanted than one buyer may hold', {}, { maxKeys: 1 }, 'too-many-held'],
    ['the buyer holds keys in other baskets', { heldKeys: 9 }, {}, 'too-many-held'],
    ['the buyer held keys for too long without paying', { unpaidKeySeconds: 101 }, {}, 'too-many-held'],
  ])('refuses when %s', (_when, change, other, code) => {
    expect(refusalOf(change, other)?.code).toBe(code);
  });

  it('names the field of a promo code that does not count any more', () => {
    expect(refusalOf({ promo: { ...promo, hasEnded: true } })?.field).toBe('code');
    expect(refusalOf({ promo, promoLeft: 0 })?.field).toBe('code');
  });

  describe('with keys that do not work in the country of the buyer', () => {
    const place = { platform: 'Steam', region: 'EU' };
    const abroad: Partial<CheckoutFacts> = {
      items: [item, { ...item, productId: 12 }, { ...item, productId: 13 }],
      country: 'KZ',
      places: [
        { ...place, productId: 11 },
        { ...place, productId: 12, region: 'Global' },
        { ...place, productId: 13 },
      ],
      rules: [{ ...place, allowed: [], excluded: ['KZ'], otherwise: 'yes' }],
    };

    it.each<[string, Partial<ChargeTerms>]>([
      ['nothing', {}],
      ['one of them', { acceptedProductIds: [11] }],
      ['others', { acceptedProductIds: [12] }],
    ])('asks the buyer who has accepted %s', (_what, accepted) => {
      const refusal = refusalOf(abroad, accepted);
      expect([refusal?.code, refusal?.productIds]).toEqual(['activation-not-confirmed', [11, 13]]);
    });

    it('records what the buyer has accepted', () => {
      expect(planPayment({ ...facts, ...abroad }, { ...terms, acceptedProductIds: [13, 11] })).toMatchObject({
        activationCountry: 'KZ',
        activationAccepted: [11, 13],
      });
    });

    it('asks nothing where the country is not known or the keys work', () => {
      for (const country of [undefined, 'DE']) {
        expect(planPayment({ ...facts, ...abroad, country }, terms).activationAccepted).toEqual([]);
      }
    });
  });

  it('refuses another sum than the page shows: of the price, and of the charge when only the rate has moved', () => {
    const shown = { shownCents: 1000, shownCharge: 1700 };
    expect(planPayment(facts, { ...terms, ...shown }).amount).toBe(1700);
    expect(refusalOf({}, { ...shown, rate: '1.71' })?.code).toBe('quote-expired');
    expect(refusalOf({}, { ...shown, rate: '1.69' })?.code).toBe('quote-expired');
    expect(refusalOf({}, { ...shown, shownCents: 999 })?.code).toBe('quote-expired');
    expect(refusalOf({}, { shownCharge: 0 })?.code).toBe('quote-expired');
    expect(planPayment(facts, { ...terms, shownCents: 1000, rate: '1.71' }).amount).toBe(1710);
  });

  it('says which products are short', () => {
    const items = [item, { ...item, productId: 12, availableCount: 0 }, { ...item, productId: 13, availableCount: 1 }];
    expect(refusalOf({ items })?.productIds).toEqual([12, 13]);
  });

  it('charges a code that covers an item, and leaves a cent of it', () => {
    const items = [
      { ...item, count: 1, price: 499, isInPromo: true },
      { ...item, productId: 12, count: 1, price: 2000, isInPromo: false },
    ];
    const code = { ...promo, percent: null, amountCents: 500 };
    const plan = planPayment({ ...facts, items, promo: code }, { ...terms, currency: 'USD', rate: '1' });
    expect(plan).toMatchObject({ baseCents: 2001, discountCents: 498 });
    expect(plan.items.map(({ amount }) => amount)).toEqual([1, 2000]);
  });

  it('charges every basket, whatever the scope and the code, and each key costs something', () => {
    const basket = fc.array(
      fc.record({
        count: fc.integer({ min: 1, max: 9 }),
        price: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90_000 })),
        isInPromo: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const code = fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent, amountCents: null })),
      fc.integer({ min: 1, max: 200_000 }).map((amountCents) => ({ percent: null, amountCents })),
    );
    const currencies = fc.constantFrom(['USD', '1'], ['AZN', '1.7'], ['KZT', '480.55'], ['RUB', '90.0001']);
    fc.assert(
      fc.property(basket, code, currencies, (list, discount, [currency = '', rate = '']) => {
        const items = list.map((entry, index) => ({ ...item, ...entry, productId: index + 1, keptPrice: entry.price }));
        const plan = planPayment(
          { ...facts, items, promo: { ...promo, ...discount } },
          { ...terms, currency, rate, maxKeys: 100 },
        );
        expect(plan.items.reduce((total, { amount }) => total + amount, 0)).toBe(plan.amount);
        const full = list.reduce((total, { count, price }) => total + count * price, 0);
        expect(plan.baseCents + plan.discountCents).toBe(full);
        expect(plan.items.every(({ amount, count }) => amount >= count)).toBe(true);
        if (currency !== 'USD') return;
        for (const [index, { count, price, isInPromo }] of list.entries()) {
          if (!isInPromo) expect(plan.items[index]?.amount).toBe(count * price);
        }
      }),
    );
  });

  it('splits a discount on everything by price', () => {
    const items = [item, { ...item, productId: 12 }, { ...item, productId: 13, count: 1 }];
    const plan = planPayment({ ...facts, items, promo }, { ...terms, currency: 'KZT', rate: '480' });
    expect(plan.items.map(({ amount }) => amount)).toEqual([432_000, 432_000, 216_000]);
  });
});

describe('assertNetworkMayHold', () => {
  const refusal = (keys: number, secondsToFirstEnd: number, ...counts: number[]) => {
    try {
      assertNetworkMayHold({ keys, secondsToFirstEnd }, { items: counts.map((count) => ({ ...planned, count })) }, 20);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const planned = { productId: 11, priceCents: 100, amount: 100 };
  const refused = { code: 'network-holds-too-many' };

  it('allows what the network may hold and refuses one key more, until the first payment ends', () => {
    expect(refusal(100, 900, 20)).toBeUndefined();
    expect(refusal(101, 899.5, 20)).toMatchObject({ ...refused, details: { retryAfterSeconds: 900 } });
  });

  it('allows a purchase of one or two keys until the network holds five times as many', () => {
    for (const counts of [[1], [2], [1, 1]]) {
      expect(refusal(500, 900, ...counts)).toBeUndefined();
      expect(refusal(501, 900, ...counts)).toMatchObject(refused);
    }
    for (const counts of [[3], [1, 2]]) expect(refusal(101, 900, ...counts)).toMatchObject(refused);
  });

  it('asks to come back soon when the time of the first payment is over', () => {
    for (const seconds of [-30, 0, 59])
      expect(refusal(101, seconds, 3)).toMatchObject({ details: { retryAfterSeconds: 60 } });
  });
});
