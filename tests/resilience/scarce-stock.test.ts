import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { readBooks } from './invariant-check.ts';
import { sellScarceStock } from './scarce-stock.ts';
import { setUpShop } from './test-shop.ts';

vi.setConfig({ testTimeout: 120_000 });

const tested = setUpShop();

describe('more buyers than keys', () => {
  it.each([1, 2])('sells each key once and refuses all other buyers before they pay (seed %i)', async (seed) => {
    const result = await sellScarceStock(tested.shop, { buyers: 150, keys: 30, seed, atOnce: 48 });
    expect(result).toEqual({ sold: 30, refusedBeforePaying: 120, faults: [] });
  });

  it('refuses no buyer when there are as many keys as buyers', async () => {
    const result = await sellScarceStock(tested.shop, { buyers: 60, keys: 60, seed: 3, atOnce: 60 });
    expect(result).toEqual({ sold: 60, refusedBeforePaying: 0, faults: [] });
    // Every provider was used.
    const books = await readBooks(tested.shop.sandboxUrl);
    expect(Object.keys(books).filter((provider) => books[provider]?.length === 0)).toEqual([]);
  });

  it('finds a fault when keys are reserved without locks', async () => {
    const { rows } = await sql<{ text: string }>`SELECT pg_get_functiondef('reserve_keys'::regproc) AS text`.execute(
      tested.store.database,
    );
    // The pause lets other buyers in between. With locks it does no harm.
    const slow = rows[0]?.text.replace('RETURN got;', 'PERFORM pg_sleep(0.02); RETURN got;') ?? '';
    const unlocked = slow.replace('FOR UPDATE SKIP LOCKED', '');
    expect(new Set([rows[0]?.text, slow, unlocked]).size).toBe(3);
    await sql.raw(slow).execute(tested.store.database);
    const locked = await sellScarceStock(tested.shop, { buyers: 60, keys: 30, seed: 4, atOnce: 60 });
    expect(locked).toEqual({ sold: 30, refusedBeforePaying: 30, faults: [] });
    await sql.raw(unlocked).execute(tested.store.database);
    const { faults } = await sellScarceStock(tested.shop, { buyers: 60, keys: 30, seed: 4, atOnce: 60, polls: 20 });
    expect(faults).not.toEqual([]);
  });
});
