import { afterAll, beforeAll } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import type { ShopAccess } from './test-environment.ts';

/** A store without rate limits for the tests of a file. */
export function setUpShop(): { readonly store: TestStore; readonly shop: ShopAccess } {
  let store: TestStore;
  beforeAll(async () => {
    store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
    await store.currency.refresh();
  });
  afterAll(() => store.close());
  return {
    get store() {
      return store;
    },
    get shop() {
      return { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database };
    },
  };
}
