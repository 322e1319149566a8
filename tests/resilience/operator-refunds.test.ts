import { expect, it, vi } from 'vitest';
import { refundTogether } from './operator-refunds.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 120_000 });

const tested = setUpShop();

it('gives back every payment once when two operators refund it together', async () => {
  expect(await refundTogether(tested.shop, { orders: 15, atOnce: 4 })).toEqual({
    refunded: 15,
    refused: 45,
    faults: [],
  });
});
