import { describe, expect, it } from 'vitest';
import { LATE_PAYMENT_SECONDS } from './constants.ts';
import { inTime, late, openBasket, pending, plan, purchase, topUp } from './settlement.test-helper.ts';
import { listMissingKeys, type PaymentFacts, planSettlement } from './settlement.ts';
import { BASKET_STATUS } from './states.ts';

describe('a message from a provider', () => {
  it('delivers the held keys, books the money and closes the basket', () => {
    expect(plan(pending)).toEqual({
      outcome: 'delivered',
      payment: {
        status: 'paid',
        detail: undefined,
        nextCheckSeconds: null,
        confirmedAs: 'te-1',
        givesUp: false,
        cancelsLink: false,
      },
      alert: undefined,
      deliver: purchase.heldKeys,
      release: [],
      refund: undefined,
      ledger: [
        { account: 'provider:epoint', amount: 1000 },
        { account: 'sales', amount: -1000 },
      ],
      basket: BASKET_STATUS.paid,
      promo: { drop: false, take: undefined },
      notification: 'delivered',
      topUp: undefined,
      productIds: [],
    });
  });

  it('refunds the price of a key that is missing', () => {
    const facts = { ...pending, purchase: { ...purchase, heldKeys: purchase.heldKeys.slice(1) } };
    expect(listMissingKeys(facts)).toEqual([{ orderItemId: 1, productId: 11, count: 1 }]);
    expect(plan(facts)).toMatchObject({
      outcome: 'refunding',
      payment: { status: 'paid' },
      deliver: facts.purchase.heldKeys,
      refund: { reason: 'undeliverable', amount: 350, items: [{ orderItemId: 1, count: 1, amount: 350 }] },
      basket: BASKET_STATUS.paid,
      notification: 'delivered',
    });
  });

  it('closes the basket also when every key is missing', () => {
    expect(plan({ ...pending, purchase: { ...purchase, heldKeys: [] } })).toMatchObject({
      deliver: [],
      refund: { reason: 'undeliverable', amount: 1000 },
      basket: BASKET_STATUS.paid,
    });
  });

  it('delivers nothing in part where the provider refunds whole payments only', () => {
    const heldKeys = purchase.heldKeys.slice(1);
    expect(plan({ ...pending, refundsWholeOnly: true, purchase: { ...purchase, heldKeys } })).toMatchObject({
      deliver: [],
      release: heldKeys,
      refund: { amount: 1000 },
      notification: 'paid',
    });
  });

  it.each([
    ['another amount', { amount: 999 }],
    ['no amount', { amount: undefined }],
    ['another currency', { currency: 'USD' }],
    ['another payment id', { providerPaymentId: 'te-2' }],
  ])('with %s is set aside for an operator', (_what, change) => {
    expect(plan(pending, change)).toMatchObject({
      outcome: 'review',
      payment: { status: 'review' },
      alert: { kind: 'mismatch' },
      deliver: [],
      ledger: [],
    });
  });

  it('from another provider is an alert and changes nothing', () => {
    expect(plan(pending, { provider: 'platron' })).toMatchObject({
      outcome: 'review',
      payment: undefined,
      alert: { kind: 'mismatch' },
    });
  });

  it('about an unknown order is an alert', () => {
    expect(plan(undefined)).toMatchObject({ outcome: 'unknown-order', alert: { kind: 'unknown-order' } });
  });

  it('that an operator has rejected does not open the review again', () => {
    const rejected: PaymentFacts = { ...pending, status: 'failed', knownMismatches: ['paid 999 AZN (te-1)'] };
    expect(plan(rejected, { amount: 999 }).payment).toBeUndefined();
    expect(plan(rejected, { amount: 998 }).payment?.status).toBe('review');
  });

  it.each(['failed', 'cancelled'] as const)('that says %s returns the keys and the basket', (status) => {
    expect(plan(pending, { status })).toMatchObject({
      outcome: 'failed',
      payment: { status, givesUp: true, cancelsLink: false },
      release: purchase.heldKeys,
      basket: BASKET_STATUS.open,
      productIds: [11, 12],
    });
  });

  it.each(['cancelled', 'refunded', 'partly-refunded'] as const)(
    'that says %s after it was paid is an alert',
    (status) => {
      expect(plan({ ...pending, status: 'paid' }, { status })).toMatchObject({
        outcome: 'unchanged',
        payment: undefined,
        alert: { kind: 'provider-refund' },
      });
    },
  );

  it('that says refunded before it was ever paid returns the keys and the basket, and is an alert', () => {
    expect(plan(pending, { status: 'refunded' })).toMatchObject({
      outcome: 'failed',
      payment: { status: 'cancelled', givesUp: true, cancelsLink: false, detail: 'epoint says refunded' },
      alert: { kind: 'provider-refund', detail: 'refunded 1000 AZN (te-1)' },
      release: purchase.heldKeys,
      basket: BASKET_STATUS.open,
      ledger: [],
    });
    expect(plan(topUp, { status: 'refunded' })).toMatchObject({
      topUp: 'given-up',
      alert: { kind: 'provider-refund' },
    });
    expect(plan(late, { status: 'refunded' })).toEqual(plan(late, { status: 'pending' }));
  });

  it.each([pending, late])('that says partly refunded before it was ever paid is set aside: $status', (facts) => {
    expect(plan(facts, { status: 'partly-refunded' })).toMatchObject({
      outcome: 'review',
      payment: { status: 'review' },
      alert: { kind: 'mismatch', detail: 'partly-refunded 1000 AZN (te-1)' },
      release: [],
      ledger: [],
    });
    const rejected = { ...late, knownMismatches: ['partly-refunded 1000 AZN (te-1)'] };
    expect(plan(rejected, { status: 'partly-refunded' }).payment).toBeUndefined();
  });

  it.each(['refunding', 'partly-refunded', 'refund-failed', 'refunded'] as const)(
    'that says partly refunded changes nothing of a payment that is %s',
    (status) => {
      const facts = { ...pending, status, refundRequested: 400 };
      expect(plan(facts, { status: 'partly-refunded' })).toEqual(plan(late, { status: 'pending' }));
    },
  );

  describe.each(['refunded', 'cancelled'] as const)('that says %s', (said) => {
    it.each(['partly-refunded', 'refunding', 'refund-failed'] as const)(
      'of a payment that is %s is an alert while the store has refunded less',
      (status) => {
        expect(plan({ ...pending, status, refundRequested: 400 }, { status: said })).toEqual({
          ...plan(late, { status: 'pending' }),
          alert: { kind: 'provider-refund', detail: `${said} 1000 AZN (te-1)` },
        });
      },
    );

    it.each(['refunded', 'refunding', 'refund-failed'] as const)(
      'changes nothing of a payment that is %s when refunds of the store are as much together',
      (status) => {
        const facts = { ...pending, status, refundRequested: 1000 };
        expect(plan(facts, { status: said })).toEqual(plan(late, { status: 'pending' }));
      },
    );
  });

  it.each(['refunded', 'partly-refunded', 'cancelled'] as const)(
    'that says %s while an operator decides about the payment is an alert, and leaves it to the operator',
    (said) => {
      expect(plan({ ...pending, status: 'review' }, { status: said })).toEqual({
        ...plan(late, { status: 'pending' }),
        alert: { kind: 'provider-refund', detail: `${said} 1000 AZN (te-1)` },
      });
    },
  );

  it('that says pending changes nothing', () => {
    expect(plan(pending, { status: 'pending', amount: undefined })).toMatchObject({
      outcome: 'unchanged',
      payment: undefined,
      alert: undefined,
    });
  });
});

describe('what a message proves', () => {
  it('is compared with the id of the payment once the provider has named one', () => {
    const unnamed = { ...pending, providerPaymentId: null };
    expect(plan(unnamed, { providerPaymentId: 'te-9' })).toMatchObject({
      outcome: 'delivered',
      payment: { confirmedAs: 'te-9' },
    });
  });

  it('needs no currency from a provider that has one only', () => {
    expect(plan(pending, { currency: undefined }).outcome).toBe('delivered');
  });

  it.each(['failed', 'cancelled', 'pending'] as const)('is not the amount when it says %s', (status) => {
    expect(plan(pending, { status, amount: undefined, currency: undefined }).alert).toBeUndefined();
  });

  it.each(['pending', 'paid', 'failed'] as const)('is nothing new about a paid payment when it says %s', (status) => {
    const again = plan({ ...pending, status: 'paid' }, { status });
    expect(again).toMatchObject({ outcome: 'unchanged', payment: undefined, alert: undefined });
  });

  it('opens the review of a payment that was given up once for each mismatch', () => {
    const detail = plan(late, { amount: 999 }).alert?.detail ?? '';
    expect(plan(late, { amount: 999 }).payment).toMatchObject({ status: 'review', detail: `epoint says ${detail}` });
    const known = { ...late, knownMismatches: [detail] };
    expect(plan(known, { amount: 999 })).toMatchObject({ outcome: 'review', payment: undefined });
    expect(plan(known, { amount: 998 }).payment?.status).toBe('review');
    expect(plan({ ...pending, knownMismatches: [detail] }, { amount: 999 }).payment?.status).toBe('review');
  });

  it('names status, amount, currency and id for the operator', () => {
    expect(plan(pending, { amount: 999 }).alert?.detail).toBe('paid 999 AZN (te-1)');
    expect(plan(pending, { amount: undefined, currency: undefined }).alert?.detail).toBe('paid no amount  (te-1)');
    expect(plan(pending, { status: 'failed' }).payment?.detail).toBe('epoint says failed');
    const review: PaymentFacts = { ...pending, status: 'review' };
    expect(planSettlement(review, { kind: 'reject' }).payment?.detail).toBe('an operator has rejected it');
  });
});

describe('the keys of a payment', () => {
  it('are reserved again only for a basket that is delivered', () => {
    const bare = { ...purchase, heldKeys: [] };
    expect(listMissingKeys({ ...pending, purchase: bare })).toEqual([
      { orderItemId: 1, productId: 11, count: 2 },
      { orderItemId: 2, productId: 12, count: 1 },
    ]);
    const tooLate = { ...inTime, secondsSinceGivenUp: LATE_PAYMENT_SECONDS + 1 };
    expect(listMissingKeys({ ...late, givenUp: tooLate, purchase: { ...bare, basket: openBasket } })).toEqual([]);
    expect(listMissingKeys(topUp)).toEqual([]);
  });

  it('are delivered whole where the provider refunds whole payments only and none is missing', () => {
    expect(plan({ ...pending, refundsWholeOnly: true })).toMatchObject({
      outcome: 'delivered',
      deliver: purchase.heldKeys,
      refund: undefined,
    });
  });
});

it('keeps a promo code that lowered the payment and is still in the basket', () => {
  const facts = (promoCodeId: number | null, heldPromoCodeId: number | null): PaymentFacts => ({
    ...pending,
    purchase: { ...purchase, promoCodeId, heldPromoCodeId },
  });
  expect(plan(facts(5, 5)).promo).toEqual({ drop: false, take: undefined });
  expect(plan(facts(null, null)).promo).toEqual({ drop: false, take: undefined });
  expect(plan(facts(5, null)).promo).toEqual({ drop: false, take: 5 });
  expect(plan(facts(5, 6)).promo).toEqual({ drop: true, take: 5 });
  expect(plan(facts(null, 6)).promo).toEqual({ drop: true, take: undefined });
});

it('knows no order without its facts', () => {
  for (const request of [{ kind: 'accept' }, { kind: 'reject' }] as const) {
    expect(planSettlement(undefined, request)).toMatchObject({ outcome: 'unknown-order', alert: undefined });
  }
  const giveUp = { kind: 'give-up', status: 'expired', detail: 'too long' } as const;
  expect(planSettlement(undefined, giveUp).outcome).toBe('unknown-order');
  expect(planSettlement(pending, giveUp).payment).toMatchObject({
    status: 'expired',
    detail: 'too long',
    cancelsLink: true,
  });
});
