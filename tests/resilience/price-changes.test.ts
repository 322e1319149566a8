import { expect, it, vi } from 'vitest';
import { sellDuringPriceChanges } from './price-changes.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 180_000 });

const tested = setUpShop();

it('every order is paid as its page said while prices change, or the buyer sees the new price first', async () => {
  const { faults, bought, changes, refused } = await sellDuringPriceChanges(tested.shop, {
    buyers: 60,
    seed: 1,
    atOnce: 12,
  });
  expect(faults).toEqual([]);
  expect(bought).toBe(60);
  expect(changes).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(0);
});

it('finds a fault when the page does not say what it shows', async () => {
  const { faults } = await sellDuringPriceChanges(tested.shop, { buyers: 60, seed: 2, atOnce: 12, saysTotal: false });
  expect(faults.join('\n')).toMatch(/as shown/);
});
