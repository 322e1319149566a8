import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { readBooks } from './invariant-check.ts';
import { rush } from './scarce-stock.ts';
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

describe('more buyers than keys', () => {
  it.each([1, 2])('sells each key once and tells everybody else before they pay (seed %i)', async (seed) => {
    const result = await rush(ground, { buyers: 150, keys: 30, seed, atOnce: 48 });
    expect(result).toEqual({ sold: 30, toldOutOfStock: 120, faults: [] });
  });

  it('as many keys as buyers: nobody is sent away', async () => {
    const result = await rush(ground, { buyers: 60, keys: 60, seed: 3, atOnce: 60 });
    expect(result).toEqual({ sold: 60, toldOutOfStock: 0, faults: [] });
    // Through each of them, the one that takes cards among them.
    const books = await readBooks(ground.sandboxUrl);
    expect(Object.keys(books).filter((provider) => books[provider]?.length === 0)).toEqual([]);
  });

  it('is found out when keys are taken without locking them', async () => {
    const { rows } = await sql<{ text: string }>`SELECT pg_get_functiondef('reserve_keys'::regproc) AS text`.execute(
      store.database,
    );
    // Whoever takes a key dwells on it, so that others come in between: that alone does no harm.
    const slow = rows[0]?.text.replace('RETURN got;', 'PERFORM pg_sleep(0.02); RETURN got;') ?? '';
    const careless = slow.replace('FOR UPDATE SKIP LOCKED', '');
    expect(new Set([rows[0]?.text, slow, careless]).size).toBe(3);
    await sql.raw(slow).execute(store.database);
    const careful = await rush(ground, { buyers: 60, keys: 30, seed: 4, atOnce: 60 });
    expect(careful).toEqual({ sold: 30, toldOutOfStock: 30, faults: [] });
    await sql.raw(careless).execute(store.database);
    const { faults } = await rush(ground, { buyers: 60, keys: 30, seed: 4, atOnce: 60, polls: 20 });
    expect(faults).not.toEqual([]);
  });
});
