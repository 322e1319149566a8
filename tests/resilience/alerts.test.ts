import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { findAlertFaults } from './alerts.check.ts';
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
  const { faults, messages, stopped } = await alertDuringPriceChanges(shop, { customers: 32, changes: 600, seed: 1 });
  expect(faults).toEqual([]);
  expect([messages.mail > 10, messages.push > 10]).toEqual([true, true]);
  expect([stopped.byList > 2, stopped.byMessage > 2]).toEqual([true, true]);
});

it('finds messages that no change has caused', async () => {
  const { faults } = await alertDuringPriceChanges(shop, {
    customers: 10,
    changes: 20,
    seed: 2,
    damage: 'false-messages',
  });
  expect(faults.join('\n')).toMatch(/messages about/);
});

it('finds messages that were sent without a second look', async () => {
  const { faults } = await alertDuringPriceChanges(shop, {
    customers: 20,
    changes: 150,
    seed: 3,
    damage: 'no-second-look',
  });
  expect(faults).toContainEqual(expect.stringMatching(/the price was not \d+ at that time/));
});

it('finds a second, a late and a missing message', () => {
  const prices = [
    { price: 10_000, from: 0, until: 1_000 },
    { price: 5_000, from: 1_000, until: 2_000 },
    { price: 10_000, from: 2_000, until: 3_000 },
    { price: 6_000, from: 3_000, until: Number.POSITIVE_INFINITY },
  ];
  const watch = { alertId: 1, threshold: 7_000, offer: { id: 1, prices }, stoppedAt: undefined };
  const message = (price: number, readFrom: number) => ({ alertId: 1, price, readFrom, at: readFrom + 10 });
  const find = (...received: ReturnType<typeof message>[]) => findAlertFaults([watch], received, 100);
  expect(find(message(5_000, 1_500), message(6_000, 3_500))).toEqual([]);
  // The first one read the second event before it was collected.
  expect(find(message(6_000, 3_050), message(6_000, 3_500))).toEqual([]);
  expect(find(message(6_000, 3_500), message(6_000, 3_600))).toEqual([expect.stringContaining('one event')]);
  expect(find(message(5_000, 1_500))).toEqual([expect.stringContaining('no message')]);
  expect(find(message(5_000, 2_500), message(6_000, 3_500))).toEqual([expect.stringContaining('was not 5000')]);
  expect(findAlertFaults([{ ...watch, stoppedAt: 3_505 }], [message(6_000, 3_500)], 100)).toEqual([
    expect.stringContaining('after the stop'),
  ]);
});
