import type { Basket } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { paidBaskets } from './paid-baskets.ts';

const basket = (id: string, statusId: number, createDate: string, paidAt: string | null = null) =>
  ({ id, statusId, createDate, payment: paidAt === null ? null : { paidAt } }) as Basket;

it('are those that were paid, the newest first', () => {
  const found = paidBaskets([
    basket('open', 1, '2026-05-05T00:00:00Z'),
    basket('made late, paid early', 3, '2026-05-04T00:00:00Z', '2026-05-04T00:01:00Z'),
    basket('awaiting payment', 2, '2026-05-06T00:00:00Z'),
    basket('made early, paid late', 3, '2026-05-01T00:00:00Z', '2026-05-07T00:00:00Z'),
    basket('cancelled', 4, '2026-05-08T00:00:00Z'),
    basket('of a payment that is not known', 3, '2026-05-06T00:00:00Z'),
  ]);
  expect(found.map(({ id }) => id)).toEqual([
    'made early, paid late',
    'of a payment that is not known',
    'made late, paid early',
  ]);
});
