import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { sellDuringPriceChanges } from './price-changes.ts';
import type { ShopAccess } from './test-environment.ts';

vi.setConfig({ testTimeout: 180_000 });

let store: TestStore;
let shop: ShopAccess;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  shop = { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database };
});
afterAll(() => store.close());

it('every order is paid as its page said while prices change, or the buyer sees the new price first', async () => {
  const { faults, bought, changes, refused } = await sellDuringPriceChanges(shop, { buyers: 60, seed: 1, atOnce: 12 });
  expect(faults).toEqual([]);
  expect(bought).toBe(60);
  expect(changes).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(0);
});

it('finds a fault when the page does not say what it shows', async () => {
  const { faults } = await sellDuringPriceChanges(shop, { buyers: 60, seed: 2, atOnce: 12, saysTotal: false });
  expect(faults.join('\n')).toMatch(/as shown/);
});
