import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { buyWithEveryFault, createFailpoint, FAULTS, type Failpoint, watchCallbacks } from './failpoints.ts';
import { findFaults } from './invariant-check.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let store: TestStore;
let failpoint: Failpoint;
let parts: Parameters<typeof buyWithEveryFault>[0];
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  const productId = await stockProduct(store.database, 500);
  failpoint = createFailpoint(store.sandboxUrl);
  parts = { store, failpoint, callbacks: watchCallbacks(store), productId };
});
afterAll(async () => {
  failpoint.remove();
  await store.close();
});

describe('a purchase ends with the key or the money', () => {
  it.each(FAULTS)('after %s at every await of a click on "pay"', async (fault) => {
    const { awaits, wrong } = await buyWithEveryFault(parts, 'platron', 'pay', fault);
    expect(awaits).toBeGreaterThanOrEqual(6);
    expect(wrong).toEqual([]);
    expect(await findFaults(store)).toEqual([]);
  });

  it.each(FAULTS)('after %s at every await of the callbacks', async (fault) => {
    const { awaits, wrong } = await buyWithEveryFault(parts, 'platron', 'callback', fault);
    expect(awaits).toBeGreaterThanOrEqual(2);
    expect(wrong).toEqual([]);
    expect(await findFaults(store)).toEqual([]);
  });

  it.each(FAULTS)('after %s at every await of a late callback', async (fault) => {
    const { awaits, wrong } = await buyWithEveryFault(parts, 'epoint', 'late', fault);
    expect(awaits).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
    expect(await findFaults(store)).toEqual([]);
  });

  it.each(['crash', 'lost-answer', 'twice'] as const)('after %s at every await of a card payment', async (fault) => {
    const begun = await buyWithEveryFault(parts, 'talkbank', 'pay', fault);
    const confirmed = await buyWithEveryFault(parts, 'talkbank', 'callback', fault);
    expect([begun.awaits >= 6, confirmed.awaits >= 3]).toEqual([true, true]);
    expect([...begun.wrong, ...confirmed.wrong]).toEqual([]);
    expect(await findFaults(store)).toEqual([]);
  });

  it.each(['crash', 'lost-answer', 'twice'] as const)('after %s at every await of a refund', async (fault) => {
    const { awaits, wrong } = await buyWithEveryFault(parts, 'epoint', 'refund', fault);
    expect(awaits).toBeGreaterThanOrEqual(10);
    expect(wrong).toEqual([]);
    expect(await findFaults(store)).toEqual([]);
  });
});
