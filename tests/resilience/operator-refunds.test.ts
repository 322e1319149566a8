import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { refundTogether } from './operator-refunds.ts';
import type { ShopAccess } from './test-environment.ts';

vi.setConfig({ testTimeout: 120_000 });

let store: TestStore;
let shop: ShopAccess;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  shop = { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database };
});
afterAll(() => store.close());

it('gives back every payment once when two operators refund it together', async () => {
  expect(await refundTogether(shop, { orders: 15, atOnce: 4 })).toEqual({ refunded: 15, refused: 45, faults: [] });
});
