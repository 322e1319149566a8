import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import type { Ground } from './ground.ts';
import { readBooks } from './judge.ts';
import { rush } from './rush.ts';

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
    const careless = rows[0]?.text.replace('FOR UPDATE SKIP LOCKED', '');
    expect(careless).not.toBe(rows[0]?.text);
    await sql.raw(careless ?? '').execute(store.database);
    const { faults } = await rush(ground, { buyers: 60, keys: 30, seed: 4, atOnce: 60 });
    expect(faults).not.toEqual([]);
  });
});
