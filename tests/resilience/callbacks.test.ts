import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { floodWithCallbacks } from './callbacks.ts';
import type { Ground } from './test-environment.ts';

vi.setConfig({ testTimeout: 120_000 });

let store: TestStore;
let ground: Ground;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  ground = { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database };
});
afterAll(() => store.close());

describe('a flood of callbacks', () => {
  it('none that is not true is believed, and none that is true is lost', async () => {
    const { answers, faults } = await floodWithCallbacks(ground, { callbacks: 1_500, seed: 1, orders: 4 });
    expect(faults).toEqual([]);
    expect(answers[400]).toBeGreaterThan(300);
    const alerts = await store.database.selectFrom('payment_alert').select('kind').distinct().execute();
    expect(alerts.map(({ kind }) => kind).sort()).toEqual(['mismatch', 'unknown-order']);
  });

  it('is found out when anybody can sign', async () => {
    const { faults } = await floodWithCallbacks(ground, { callbacks: 30, seed: 2, orders: 2, isSecretOut: true });
    expect(faults).toContainEqual(expect.stringMatching(/delivered that nobody has paid/));
  });
});
