import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { RANDOM_ORDER_ENVIRONMENT, runInRandomOrder } from './random-order.ts';

vi.setConfig({ testTimeout: 240_000 });

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: RANDOM_ORDER_ENVIRONMENT });
  await store.currency.refresh();
});
afterAll(() => store.close());

describe('operations in random order', () => {
  let happened: Record<string, number> = {};

  it.each([1, 2])('leave every invariant and the books of the providers intact (seed %i)', async (seed) => {
    const { payments, keys, faults } = await runInRandomOrder(store, { operations: 500, seed, atOnce: 8 });
    expect(faults).toEqual([]);
    happened = { ...payments, ...keys };
  });

  it('lose no charge when callbacks are lost', async () => {
    const options = { operations: 250, seed: 4, atOnce: 8, lostCallbacks: 12 };
    const { faults } = await runInRandomOrder(store, options);
    expect(faults).toEqual([]);
  });

  it('include late payments, promo codes, refunds of every kind and claims with every answer', () => {
    expect(Object.keys(happened).length).toBeGreaterThan(0);
    expect(Object.entries(happened).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('show when payments forget their promo codes and refunds leave opened keys sold', async () => {
    await sql`CREATE FUNCTION forget_promo() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.promo_code_id := NULL; NEW.discount_cents := 0; RETURN NEW; END'`.execute(store.database);
    await sql`CREATE TRIGGER forget_promo BEFORE INSERT ON payment
      FOR EACH ROW EXECUTE FUNCTION forget_promo()`.execute(store.database);
    await sql`CREATE FUNCTION keep_sold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(
      store.database,
    );
    await sql`CREATE TRIGGER keep_sold BEFORE UPDATE ON product_key FOR EACH ROW
      WHEN (NEW.status = 'revoked') EXECUTE FUNCTION keep_sold()`.execute(store.database);
    const { faults } = await runInRandomOrder(store, { operations: 600, seed: 3, atOnce: 8 });
    expect(faults).toContainEqual(expect.stringContaining('a paid discount without its use of a promo code'));
    expect(faults).toContainEqual(expect.stringContaining('a refunded item with a key that is still sold'));
    await sql`DROP TRIGGER keep_sold ON product_key`.execute(store.database);
    await sql`DROP FUNCTION forget_promo CASCADE`.execute(store.database);
  });
});
