import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { floodWithCallbacks } from './callbacks.ts';
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

describe('a flood of callbacks', () => {
  it('accepts no false callback and loses no genuine one', async () => {
    const { answers, faults } = await floodWithCallbacks(shop, { callbacks: 1_500, seed: 1, orders: 4 });
    expect(faults).toEqual([]);
    expect(answers[400]).toBeGreaterThan(300);
    const alerts = await store.database.selectFrom('payment_alert').select('kind').distinct().execute();
    expect(alerts.map(({ kind }) => kind).sort()).toEqual(['mismatch', 'unknown-order']);
  });

  it('shows a fault when an attacker has the secret', async () => {
    const { faults } = await floodWithCallbacks(shop, { callbacks: 30, seed: 2, orders: 2, isSecretOut: true });
    expect(faults).toContainEqual(expect.stringMatching(/delivered without payment/));
  });
});
