import type { Basket } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { orderRows } from './order-rows.ts';

const keys = (...ids: number[]) => ids.map((id) => ({ id, productKey: '••••-••••-••••' }));
const item = (name: string, count: number, orders = keys()) =>
  ({ productId: name.length, gameId: 7, name, count, orders }) as unknown as Basket['basketItems'][number];
const basket = (id: string, statusId: number, paidAt: string, basketItems: Basket['basketItems']) =>
  ({
    id,
    statusId,
    createDate: '2025-01-01T00:00:00.000Z',
    payment: { orderId: `order-of-${id}`, number: `OY-${id.slice(0, 4)}-22`, paidAt },
    basketItems,
  }) as unknown as Basket;

it('lists the items of paid baskets only, newest first', () => {
  const rows = orderRows([
    basket('aaaaaaaa-1', 3, '2026-01-01T00:00:00.000Z', [item('Old', 1, keys(1))]),
    basket('bbbbbbbb-2', 1, '2026-03-01T00:00:00.000Z', [item('Open', 1)]),
    basket('cccccccc-3', 3, '2026-02-01T00:00:00.000Z', [item('New', 1, keys(2))]),
  ]);
  expect(
    rows.map(({ orderNumber, productName, keyId, orderPath }) => [orderNumber, productName, keyId, orderPath]),
  ).toEqual([
    ['OY-cccc-22', 'New', 2, '/payment/result?order=order-of-cccccccc-3'],
    ['OY-aaaa-22', 'Old', 1, '/payment/result?order=order-of-aaaaaaaa-1'],
  ]);
});

it('has a row for each piece, delivered or not', () => {
  const rows = orderRows([basket('aaaaaaaa-1', 3, '2026-01-01T00:00:00.000Z', [item('Key', 3, keys(5))])]);
  expect(rows.map(({ orderNumber, keyId }) => [orderNumber, keyId])).toEqual([
    ['OY-aaaa-22', 5],
    ['OY-aaaa-22', undefined],
    ['OY-aaaa-22', undefined],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});

it('gives no number to a basket without a payment', () => {
  const free = { ...basket('aaaaaaaa-1', 3, '', [item('Gift', 1, keys(9))]), payment: null };
  expect(orderRows([free])).toMatchObject([{ orderNumber: undefined, keyId: 9, orderPath: undefined }]);
});
