import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { alertDuringPriceChanges } from './alerts.ts';
import type { ShopAccess } from './test-environment.ts';

vi.setConfig({ testTimeout: 240_000 });

let store: TestStore;
let shop: ShopAccess;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  shop = { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database };
});
afterAll(() => store.close());

it('each event makes one message, none is false and none comes after a stop while prices change', async () => {
  const result = await alertDuringPriceChanges(shop, { customers: 40, changes: 300, seed: 1 });
  expect(result.faults).toEqual([]);
  expect(result.messages).toBeGreaterThan(20);
  expect(result.stopped).toBeGreaterThan(5);
});

it('finds a message that no change has caused', async () => {
  const { faults } = await alertDuringPriceChanges(shop, {
    customers: 10,
    changes: 20,
    seed: 2,
    hasFalseMessage: true,
  });
  expect(faults.join('\n')).toMatch(/messages about/);
});
