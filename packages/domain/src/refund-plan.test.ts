import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRefund, type RefundablePayment, type RefundPlan, type RefundRequest } from './refund-plan.ts';

const items = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 9 }), amount: fc.integer({ min: 0, max: 100_000 }) }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

const payments = items
  .map(
    (list): RefundablePayment => ({
      amount: list.reduce((total, { amount }) => total + amount, 0),
      refunded: 0,
      items: list.map((item, index) => ({ ...item, id: index + 1, refundedCount: 0 })),
      capability: 'partial',
    }),
  )
  .filter(({ amount }) => amount > 0);

const requests = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('items' as const),
      items: fc.array(fc.record({ itemId: fc.integer({ min: 0, max: 6 }), count: fc.integer({ min: -1, max: 10 }) }), {
        maxLength: 4,
      }),
    }),
    fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: -1, max: 60_000 }) }),
  ),
  { maxLength: 12 },
);

/** The payment after the refund was requested. */
function after(payment: RefundablePayment, plan: RefundPlan): RefundablePayment {
  return {
    ...payment,
    refunded: payment.refunded + plan.amount,
    items: payment.items.map((item) => ({
      ...item,
      refundedCount: item.refundedCount + (plan.parts.find(({ itemId }) => itemId === item.id)?.count ?? 0),
    })),
  };
}

/** Carries out every request that is not refused. */
function follow(payment: RefundablePayment, list: readonly RefundRequest[]): RefundablePayment {
  return list.reduce((state, request) => {
    const plan = planRefund(state, request);
    return typeof plan === 'string' ? state : after(state, plan);
  }, payment);
}

const planned = (payment: RefundablePayment, request: RefundRequest): RefundPlan => {
  const plan = planRefund(payment, request);
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
};

describe('planRefund', () => {
  it('never gives back more than was paid, nor more pieces than were bought', () => {
    fc.assert(
      fc.property(payments, requests, (payment, list) => {
        const end = follow(payment, list);
        expect(end.refunded).toBeLessThanOrEqual(end.amount);
        for (const item of end.items) expect(item.refundedCount).toBeLessThanOrEqual(item.count);
      }),
    );
  });

  it('gives back exactly the payment when the rest follows any part refunds', () => {
    fc.assert(
      fc.property(payments, requests, (payment, list) => {
        const end = follow(payment, [...list, { kind: 'rest' }]);
        expect(end.refunded).toBe(payment.amount);
        expect(planRefund(end, { kind: 'rest' })).toBe('nothing-left');
      }),
    );
  });

  it('gives back the price of an item to the last hundredth, piece by piece or at once', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        const [item] = payment.items;
        if (!item || item.amount < item.count) return;
        const single = follow(
          payment,
          Array.from({ length: item.count }, () => ({
            kind: 'items' as const,
            items: [{ itemId: item.id, count: 1 }],
          })),
        );
        expect(single.refunded).toBe(item.amount);
        expect(planned(payment, { kind: 'items', items: [{ itemId: item.id, count: item.count }] }).amount).toBe(
          item.amount,
        );
      }),
    );
  });

  it('divides a refund among its items without a remainder', () => {
    fc.assert(
      fc.property(payments, requests, fc.boolean(), (payment, list, isRest) => {
        const state = follow(payment, list);
        const plan = planRefund(state, isRest ? { kind: 'rest' } : { kind: 'items', items: [{ itemId: 1, count: 1 }] });
        if (typeof plan === 'string' || plan.parts.length === 0) return;
        expect(plan.parts.reduce((total, { amount }) => total + amount, 0)).toBe(plan.amount);
      }),
    );
  });

  it('refunds whole payments only where the provider cannot do more', () => {
    fc.assert(
      fc.property(payments, requests, (payment, list) => {
        const whole = { ...payment, capability: 'full' as const };
        for (const request of list) {
          const plan = planRefund(whole, request);
          if (typeof plan !== 'string') expect(plan.amount).toBe(payment.amount);
        }
        expect(planned(whole, { kind: 'rest' }).amount).toBe(payment.amount);
      }),
    );
  });

  const ten: RefundablePayment = {
    amount: 1000,
    refunded: 0,
    items: [{ id: 7, count: 3, amount: 1000, refundedCount: 0 }],
    capability: 'partial',
  };

  it('takes back the item when the amount is all that is left', () => {
    expect(planRefund(ten, { kind: 'amount', amount: 1000 })).toEqual(planRefund(ten, { kind: 'rest' }));
    expect(planned(ten, { kind: 'amount', amount: 999 })).toEqual({ amount: 999, isRest: false, parts: [] });
  });

  it('gives back no more for an item than is left after refunds by amount', () => {
    const rest = after(ten, planned(ten, { kind: 'amount', amount: 900 }));
    expect(planned(rest, { kind: 'items', items: [{ itemId: 7, count: 3 }] })).toEqual({
      amount: 100,
      isRest: true,
      parts: [{ itemId: 7, count: 3, amount: 100 }],
    });
  });

  it('gives back no more pieces than are left', () => {
    const two = after(ten, planned(ten, { kind: 'items', items: [{ itemId: 7, count: 1 }] }));
    const refundOf = (count: number) => planRefund(two, { kind: 'items', items: [{ itemId: 7, count }] });
    expect(refundOf(2)).toMatchObject({ isRest: true });
    expect(refundOf(3)).toBe('too-many-pieces');
  });

  it('gives back pieces of several items in one refund', () => {
    const payment: RefundablePayment = {
      amount: 1500,
      refunded: 0,
      items: [
        { id: 7, count: 3, amount: 1000, refundedCount: 0 },
        { id: 8, count: 1, amount: 500, refundedCount: 0 },
      ],
      capability: 'partial',
    };
    const pieces = [
      { itemId: 7, count: 1 },
      { itemId: 8, count: 1 },
    ];
    expect(planned(payment, { kind: 'items', items: pieces })).toEqual({
      amount: 833,
      isRest: false,
      parts: [
        { itemId: 7, count: 1, amount: 333 },
        { itemId: 8, count: 1, amount: 500 },
      ],
    });
    expect(planRefund(payment, { kind: 'items', items: [...pieces, ...pieces] })).toBe('too-many-pieces');
    expect(planRefund(payment, { kind: 'items', items: [] })).toBe('amount-invalid');
  });

  it('gives back as the rest only the pieces and the prices that earlier refunds have left', () => {
    const payment: RefundablePayment = {
      amount: 1500,
      refunded: 833,
      items: [
        { id: 7, count: 3, amount: 1000, refundedCount: 1 },
        { id: 8, count: 1, amount: 500, refundedCount: 1 },
      ],
      capability: 'partial',
    };
    const rest = { amount: 667, isRest: true, parts: [{ itemId: 7, count: 2, amount: 667 }] };
    expect(planRefund(payment, { kind: 'rest' })).toEqual(rest);
    expect(planRefund(payment, { kind: 'items', items: [{ itemId: 7, count: 2 }] })).toEqual(rest);
  });

  it('divides the rest by what is left of each item, not by what it cost', () => {
    const payment: RefundablePayment = {
      amount: 2000,
      refunded: 1000,
      items: [
        { id: 7, count: 4, amount: 1000, refundedCount: 3 },
        { id: 8, count: 1, amount: 1000, refundedCount: 0 },
      ],
      capability: 'partial',
    };
    expect(planned(payment, { kind: 'rest' }).parts).toEqual([
      { itemId: 7, count: 1, amount: 200 },
      { itemId: 8, count: 1, amount: 800 },
    ]);
  });

  it('gives back money alone when every piece is back, and for a top-up', () => {
    const money = { amount: 100, isRest: true, parts: [] };
    const items = [{ id: 7, count: 1, amount: 900, refundedCount: 1 }];
    expect(planRefund({ ...ten, refunded: 900, items }, { kind: 'rest' })).toEqual(money);
    expect(planRefund({ ...ten, refunded: 900, items: [] }, { kind: 'rest' })).toEqual(money);
  });

  it('says that a provider refunds whole payments only, and that pieces without a price give nothing back', () => {
    expect(planRefund({ ...ten, capability: 'full' }, { kind: 'amount', amount: 999 })).toBe('whole-payments-only');
    expect(planRefund({ ...ten, capability: 'full' }, { kind: 'amount', amount: 1001 })).toBe('amount-too-large');
    const free = { ...ten, items: [{ id: 7, count: 1, amount: 0, refundedCount: 0 }] };
    expect(planRefund(free, { kind: 'items', items: [{ itemId: 7, count: 1 }] })).toBe('nothing-left');
  });

  it('pays several items no more than is left after refunds by amount', () => {
    const payment: RefundablePayment = {
      amount: 1000,
      refunded: 300,
      items: [
        { id: 7, count: 1, amount: 500, refundedCount: 0 },
        { id: 8, count: 1, amount: 500, refundedCount: 0 },
      ],
      capability: 'partial',
    };
    const both = [7, 8].map((itemId) => ({ itemId, count: 1 }));
    expect(planned(payment, { kind: 'items', items: both })).toEqual({
      amount: 700,
      isRest: true,
      parts: [
        { itemId: 7, count: 1, amount: 500 },
        { itemId: 8, count: 1, amount: 200 },
      ],
    });
  });

  it.each([
    [{ kind: 'amount', amount: 1001 }, 'amount-too-large'],
    [{ kind: 'amount', amount: 0 }, 'amount-invalid'],
    [{ kind: 'amount', amount: 0.5 }, 'amount-invalid'],
    [{ kind: 'amount', amount: Number.NaN }, 'amount-invalid'],
    [{ kind: 'items', items: [{ itemId: 8, count: 1 }] }, 'unknown-item'],
    [{ kind: 'items', items: [{ itemId: 7, count: 4 }] }, 'too-many-pieces'],
    [{ kind: 'items', items: [{ itemId: 7, count: 0 }] }, 'too-many-pieces'],
    [{ kind: 'items', items: [{ itemId: 7, count: 1.5 }] }, 'too-many-pieces'],
  ] as const)('refuses %j with %s', (request, refusal) => {
    expect(planRefund(ten, request)).toBe(refusal);
  });
});
