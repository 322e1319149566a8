import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATE_PAYMENT_SECONDS } from './constants.ts';
import {
  type BasketPurchase,
  isConfirmation,
  type PaymentFacts,
  type ProviderMessage,
  planSettlement,
  type SettlementPlan,
  type SettlementRequest,
} from './settlement.ts';
import {
  assertTransition,
  BASKET_STATUS,
  BASKET_TRANSITIONS,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
} from './states.ts';

// Any facts that the database can hold, and any request.
const anyItems = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 3 }), price: fc.integer({ min: 1, max: 500 }), held: fc.nat(3) }),
  { minLength: 1, maxLength: 3 },
);
const anyPurchase = fc
  .record({
    list: anyItems,
    status: fc.constantFrom(...Object.values(BASKET_STATUS)),
    isChanged: fc.boolean(),
    promoCodeId: fc.constantFrom(null, 7),
    heldPromoCodeId: fc.constantFrom(null, 7, 8),
  })
  .map(({ list, status, isChanged, promoCodeId, heldPromoCodeId }): BasketPurchase => {
    const items = list.map(({ count, price }, index) => ({
      id: index + 1,
      productId: index + 11,
      count,
      amount: count * price,
    }));
    return {
      kind: 'basket',
      items,
      heldKeys: list.flatMap(({ count, held }, index) =>
        Array.from({ length: Math.min(held, count) }, (_, key) => ({
          keyId: index * 10 + key,
          orderItemId: index + 1,
        })),
      ),
      basket: { status, items: isChanged ? [] : items.map((item) => ({ ...item, isOffered: true })) },
      promoCodeId,
      heldPromoCodeId,
      promo:
        promoCodeId === null
          ? undefined
          : {
              isHeldByBasket: heldPromoCodeId === promoCodeId,
              isInForce: true,
              isUsedUp: false,
              isOverBudget: false,
              usesOfAccount: 0,
              accountLimit: null,
            },
    };
  });
const anyFacts = fc
  .record({
    purchase: fc.oneof(anyPurchase, fc.constant({ kind: 'top-up' as const, decision: undefined })),
    status: fc.constantFrom(...PAYMENT_STATUSES),
    providerPaymentId: fc.constantFrom(null, 'te-1'),
    givenUp: fc.option(
      fc.record({
        secondsSinceGivenUp: fc.constantFrom(1, LATE_PAYMENT_SECONDS * 2),
        isBuyerBlocked: fc.boolean(),
        mayBeReversed: fc.boolean(),
      }),
      { nil: undefined },
    ),
    refundsWholeOnly: fc.boolean(),
    canCancelLink: fc.boolean(),
    refundRequested: fc.constantFrom(0, 1, 100_000),
  })
  .map(
    (facts): PaymentFacts => ({
      ...facts,
      givenUp: facts.status === 'created' || facts.status === 'pending' ? undefined : facts.givenUp,
      provider: 'epoint',
      currency: 'AZN',
      knownMismatches: [],
      amount:
        facts.purchase.kind === 'basket' ? facts.purchase.items.reduce((total, { amount }) => total + amount, 0) : 1000,
    }),
  );
const anyMessage = fc.record({
  provider: fc.constantFrom('epoint', 'epoint', 'platron'),
  orderId: fc.constant('ORDER'),
  providerPaymentId: fc.constantFrom('te-1', 'te-1', 'te-2'),
  status: fc.constantFrom('pending', 'paid', 'paid', 'failed', 'cancelled', 'partly-refunded', 'refunded'),
  amount: fc.constantFrom(undefined, 1, 'right' as const, 'right' as const),
  currency: fc.constantFrom(undefined, 'AZN', 'USD'),
});
const anyCase = fc
  .record({
    facts: anyFacts,
    message: anyMessage,
    kind: fc.constantFrom('message', 'message', 'message', 'give-up', 'accept', 'reject'),
  })
  .map(({ facts, message, kind }): { facts: PaymentFacts; request: SettlementRequest } => {
    if (kind === 'accept' || kind === 'reject') return { facts, request: { kind } };
    if (kind === 'give-up') {
      return { facts, request: { kind, status: 'expired', detail: 'the time is over' } };
    }
    const amount = message.amount === 'right' ? facts.amount : message.amount;
    return { facts, request: { kind: 'message', message: { ...message, amount } as ProviderMessage } };
  });

const sumOf = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0);

const GIVEN_UP_NOW = { secondsSinceGivenUp: 60, isBuyerBlocked: false, mayBeReversed: false };

/** The facts after the plan was written. */
function after(facts: PaymentFacts, plan: SettlementPlan): PaymentFacts {
  const { payment, deliver, release, basket, promo, refund } = plan;
  const gone = new Set([...deliver, ...release]);
  return {
    ...facts,
    status: refund ? 'refunding' : (payment?.status ?? facts.status),
    providerPaymentId: facts.providerPaymentId ?? payment?.confirmedAs ?? null,
    givenUp: payment?.givesUp ? GIVEN_UP_NOW : facts.givenUp,
    purchase:
      facts.purchase.kind === 'top-up'
        ? facts.purchase
        : {
            ...facts.purchase,
            heldKeys: facts.purchase.heldKeys.filter((key) => !gone.has(key)),
            basket: { ...facts.purchase.basket, status: basket ?? facts.purchase.basket.status },
            heldPromoCodeId: promo.take ?? (promo.drop ? null : facts.purchase.heldPromoCodeId),
          },
  };
}

describe('every plan', () => {
  const check = (property: (facts: PaymentFacts, request: SettlementRequest, plan: SettlementPlan) => void) =>
    fc.assert(
      fc.property(anyCase, ({ facts, request }) => property(facts, request, planSettlement(facts, request))),
      { numRuns: 1000 },
    );

  it('books entries that sum to zero, and books only a confirmed payment', () =>
    check((facts, request, { ledger, payment }) => {
      expect(sumOf(ledger)).toBe(0);
      expect(ledger.length > 0).toBe(isConfirmation(facts, request));
      expect(payment?.confirmedAs !== undefined).toBe(isConfirmation(facts, request));
    }));

  it('changes the status as the table of states allows', () =>
    check((facts, _request, { payment, basket, refund }) => {
      const isSame = payment?.status === facts.status;
      if (payment && !isSame) assertTransition(PAYMENT_TRANSITIONS, facts.status, payment.status);
      if (refund) expect(payment?.status).toBe('paid');
      if (facts.purchase.kind !== 'basket') return;
      if (basket) assertTransition(BASKET_TRANSITIONS, facts.purchase.basket.status, basket);
    }));

  it('delivers or refunds every piece of a confirmed payment, to the last hundredth', () =>
    check((facts, request, { deliver, refund, ledger }) => {
      if (facts.purchase.kind !== 'basket' || !isConfirmation(facts, request)) return;
      for (const { id, count } of facts.purchase.items) {
        const delivered = deliver.filter(({ orderItemId }) => orderItemId === id).length;
        expect(delivered + (refund?.items.find(({ orderItemId }) => orderItemId === id)?.count ?? 0)).toBe(count);
      }
      expect(sumOf(refund?.items ?? [])).toBe(refund?.amount ?? 0);
      const earned = -(ledger.find(({ account }) => account === 'sales')?.amount ?? 0);
      expect(earned + (refund?.amount ?? 0)).toBe(facts.amount);
    }));

  it('delivers or releases held keys once, and keeps none of a payment that is confirmed or given up', () =>
    check((facts, request, { deliver, release, payment }) => {
      if (facts.purchase.kind !== 'basket') return;
      const gone = [...deliver, ...release];
      expect(new Set(gone).size).toBe(gone.length);
      expect(gone.every((key) => facts.purchase.kind === 'basket' && facts.purchase.heldKeys.includes(key))).toBe(true);
      const ends = isConfirmation(facts, request) || (payment?.givesUp && !facts.givenUp);
      expect(gone.length).toBe(ends ? facts.purchase.heldKeys.length : 0);
    }));

  it('delivers a payment as a whole or not at all where the provider refunds whole payments only', () =>
    check((facts, _request, { deliver, refund }) => {
      if (facts.refundsWholeOnly && deliver.length > 0) expect(refund).toBeUndefined();
    }));

  it('moves no money and no key a second time', () =>
    check((facts, request, first) => {
      const second = planSettlement(after(facts, first), request);
      if (!isConfirmation(facts, request)) return;
      expect([second.ledger, second.deliver, second.refund, second.notification]).toEqual([
        [],
        [],
        undefined,
        undefined,
      ]);
    }));
});
