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

it('says that something could not be delivered only when it is the reason of the refund', () => {
  const item = (refundedCount: number, keys: number) =>
    ({ refundedCount, keys: Array.from({ length: keys }, () => ({})) }) as Order['items'][number];
  expect(refundingText([item(1, 0)])).toBe('text-refunding');
  expect(refundingText([item(2, 1)])).toBe('text-refunding-part');
  expect(refundingText([item(0, 0), item(0, 1)])).toBe('text-refunding-asked');
});
