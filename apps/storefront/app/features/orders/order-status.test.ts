import type { Order } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { refundOf, toneOf } from './order-status.ts';

it('has the colours of the spec', () => {
  expect((['paid', 'waiting', 'failed', 'refunding', 'refunded'] as const).map(toneOf)).toEqual([
    'success',
    'warning',
    'danger',
    'info',
    'info',
  ]);
});

it('shows a refund before it is done', () => {
  const item = (amount: number, count: number, refundedCount: number) =>
    ({ amount, count, refundedCount }) as Order['items'][number];
  expect(refundOf({ items: [item(30_000, 3, 1), item(500, 1, 0)], refundedAmount: 0 })).toBe(10_000);
  expect(refundOf({ items: [item(30_000, 3, 0)], refundedAmount: 700 })).toBe(700);
});
