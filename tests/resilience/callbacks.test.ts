import { describe, expect, it, vi } from 'vitest';
import { floodWithCallbacks } from './callbacks.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 120_000 });

const tested = setUpShop();

describe('a flood of callbacks', () => {
  it('accepts no false callback and loses no genuine one', async () => {
    const { answers, faults } = await floodWithCallbacks(tested.shop, { callbacks: 1_500, seed: 1, orders: 4 });
    expect(faults).toEqual([]);
    expect(answers[400]).toBeGreaterThan(300);
    const alerts = await tested.store.database.selectFrom('payment_alert').select('kind').distinct().execute();
    expect(alerts.map(({ kind }) => kind).sort()).toEqual(['mismatch', 'unknown-order']);
  });

  it('shows a fault when an attacker has the secret', async () => {
    const { faults } = await floodWithCallbacks(tested.shop, { callbacks: 30, seed: 2, orders: 2, isSecretOut: true });
    expect(faults).toContainEqual(expect.stringMatching(/delivered without payment/));
  });
});
