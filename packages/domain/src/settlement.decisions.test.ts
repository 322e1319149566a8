import { describe, expect, it } from 'vitest';
import { LATE_PAYMENT_SECONDS } from './constants.ts';
import { inTime, late, openBasket, pending, plan, purchase, topUp } from './settlement.test-helper.ts';
import { listMissingKeys, type PaymentFacts, planSettlement } from './settlement.ts';
import { BASKET_STATUS } from './states.ts';

describe('a payment that was given up', () => {
  it('is delivered when its basket has not changed', () => {
    expect(plan(late)).toMatchObject({
      outcome: 'delivered',
      deliver: purchase.heldKeys,
      basket: BASKET_STATUS.paid,
      productIds: [11, 12],
    });
  });

  it('is refunded when it comes too late, and leaves the basket to the buyer', () => {
    const facts = { ...late, givenUp: { ...inTime, secondsSinceGivenUp: LATE_PAYMENT_SECONDS + 1 } };
    expect(listMissingKeys(facts)).toEqual([]);
    expect(plan(facts)).toMatchObject({
      outcome: 'refunding',
      payment: { status: 'paid' },
      deliver: [],
      refund: { reason: 'late', amount: 1000, detail: 'paid after it was given up: too-late' },
      basket: undefined,
      notification: 'paid',
    });
  });

  it('is refunded when its keys are sold out', () => {
    expect(plan({ ...late, purchase: { ...purchase, basket: openBasket, heldKeys: [] } })).toMatchObject({
      outcome: 'refunding',
      refund: { reason: 'late', detail: 'paid after it was given up: sold-out' },
      basket: undefined,
    });
  });

  it('takes the promo code that lowered it in place of the one in the basket', () => {
    const promo = {
      isHeldByBasket: false,
      isInForce: true,
      isUsedUp: false,
      isOverBudget: false,
      usesOfAccount: 0,
      accountLimit: null,
    };
    const facts = { ...late, purchase: { ...purchase, basket: openBasket, promoCodeId: 7, heldPromoCodeId: 8, promo } };
    expect(plan(facts).promo).toEqual({ drop: true, take: 7 });
  });

  it('returns a promo code that took nothing off', () => {
    expect(plan({ ...pending, purchase: { ...purchase, heldPromoCodeId: 8 } }).promo).toEqual({
      drop: true,
      take: undefined,
    });
  });
});

describe('a top-up', () => {
  it('is owed until a worker delivers it', () => {
    expect(plan(topUp)).toMatchObject({
      outcome: 'paid',
      payment: { status: 'paid' },
      topUp: 'paid',
      ledger: [
        { account: 'provider:epoint', amount: 1000 },
        { account: 'owed', amount: -1000 },
      ],
      notification: undefined,
    });
  });

  it('is refunded when it is late and cannot be delivered any more', () => {
    const facts: PaymentFacts = {
      ...topUp,
      purchase: { kind: 'top-up', decision: { outcome: 'refund', reason: 'not-offered' } },
    };
    expect(plan(facts)).toMatchObject({
      outcome: 'refunding',
      payment: { status: 'paid' },
      refund: { reason: 'late', amount: 1000, items: [], detail: 'paid after it was given up: not-offered' },
      topUp: 'paid',
    });
  });

  it('learns that its payment was given up', () => {
    expect(plan(topUp, { status: 'failed' })).toMatchObject({ outcome: 'failed', topUp: 'given-up' });
  });
});

describe('the decision of an operator', () => {
  const review: PaymentFacts = { ...pending, status: 'review' };

  it('accepts: the payment is delivered like any other', () => {
    expect(planSettlement(review, { kind: 'accept' })).toEqual(plan(pending));
    // The provider has named no payment: the store invents no id for it.
    const unnamed = planSettlement({ ...review, providerPaymentId: null }, { kind: 'accept' });
    expect(unnamed.payment).toMatchObject({ status: 'paid', confirmedAs: '' });
  });

  it('rejects: keys and basket are returned, and the provider is not asked again', () => {
    expect(planSettlement(review, { kind: 'reject' })).toMatchObject({
      outcome: 'failed',
      payment: { status: 'failed', nextCheckSeconds: null, givesUp: true },
      release: purchase.heldKeys,
      basket: BASKET_STATUS.open,
    });
  });

  it('rejects a payment that was given up before, and leaves its basket alone', () => {
    const facts = { ...late, status: 'review' as const };
    expect(planSettlement(facts, { kind: 'reject' })).toMatchObject({
      outcome: 'failed',
      basket: undefined,
      release: [],
    });
  });

  it.each(['accept', 'reject'] as const)('to %s changes nothing that is not under review', (kind) => {
    expect(planSettlement(pending, { kind }).outcome).toBe('unchanged');
  });
});
