import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { runInRandomOrder } from './random-order.ts';

vi.setConfig({ testTimeout: 240_000 });

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());

describe('operations in random order', () => {
  it.each([1, 2])('leave every invariant and the books of the providers intact (seed %i)', async (seed) => {
    const { payments, faults } = await runInRandomOrder(store, { operations: 500, seed, atOnce: 8 });
    expect(faults).toEqual([]);
    // The course of events contains what it is about.
    expect(Object.entries(payments).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('are found out when a payment forgets its promo code', async () => {
    const { rows } = await sql<{ text: string }>`SELECT pg_get_functiondef('begin_payment'::regproc) AS text`.execute(
      store.database,
    );
    const careful = rows[0]?.text ?? '';
    const careless = careful.replace('CASE WHEN discount > 0 THEN promo_id END, discount)', 'NULL, 0)');
    expect(careless).not.toBe(careful);
    await sql.raw(careless).execute(store.database);
    const { faults } = await runInRandomOrder(store, { operations: 400, seed: 3, atOnce: 8 });
    expect(faults).toContainEqual(expect.stringContaining('a paid discount without its use of a promo code'));
    await sql.raw(careful).execute(store.database);
  });
});
