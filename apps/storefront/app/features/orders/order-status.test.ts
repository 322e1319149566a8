import type { Order } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { refundingText, refundOf, toneOf } from './order-status.ts';

it('has the colours of the spec', () => {
  expect((['paid', 'waiting', 'failed', 'refunding', 'refunded'] as const).map(toneOf)).toEqual([
    'success',
    'warning',
    'danger',
    'info',
    'info',
  ]);
});

it('says what goes back while a refund runs, and what went back after it', () => {
  const money = { refundingAmount: 400, refundedAmount: 300 } as Order;
  expect(refundOf({ ...money, state: 'refunding' })).toBe(400);
  expect(refundOf({ ...money, refundingAmount: 0, state: 'partly-refunded' })).toBe(300);
});

it('says that something could not be delivered only when it is the reason of the refund that is not done yet', () => {
  const text = (refundingReason: Order['refundingReason'], ...keysOfItems: number[]) => {
    const items = keysOfItems.map((keys) => ({ refundedCount: 1, keys: Array.from({ length: keys }, () => ({})) }));
    return refundingText({ refundingReason, items: items as Order['items'] });
  };
  expect(text('undeliverable', 0)).toBe('text-refunding');
  expect(text('late', 0, 0)).toBe('text-refunding');
  expect(text('undeliverable', 0, 1)).toBe('text-refunding-part');
  // A key of each item could not be delivered, and now an operator refunds another one.
  expect(text('operator', 0, 2)).toBe('text-refunding-asked');
});
