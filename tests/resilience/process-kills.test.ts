import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { checkInvariants, INVARIANTS } from '../../apps/server/src/features/payment/payment.check.ts';
import { cleanUp, newFolder } from '../../apps/server/src/testing/store-process.ts';
import { compareBooks, readBooks } from './invariant-check.ts';
import { killUnderLoad } from './process-kills.ts';
import { openShop } from './shop-processes.ts';

vi.setConfig({ testTimeout: 420_000 });
afterAll(cleanUp);

it('loses no purchase and sells no key twice when database, web and worker are killed under load', async () => {
  const shop = await openShop({ folder: newFolder() });
  try {
    const options = { kills: 2, buyers: 6, keys: 5_000, seed: 1, pauseMs: 300, skipsWaiting: true };
    const { bought, faults } = await killUnderLoad(shop, options);
    expect(faults).toEqual([]);
    expect(bought).toBeGreaterThan(0);

    // A database that lost a whole purchase still balances. The provider's books show the loss.
    await forgetPurchase(shop.database);
    expect(await checkInvariants(shop.database, INVARIANTS)).toEqual([]);
    expect(await compareBooks(shop.database, await readBooks(shop.sandboxUrl))).toHaveLength(1);
  } finally {
    await shop.close();
  }
});

/** Deletes a purchase as if it had never been committed. */
async function forgetPurchase(database: Parameters<typeof compareBooks>[0]): Promise<void> {
  await database.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection);
    await run('SET session_replication_role = replica');
    await run('CREATE TEMPORARY TABLE lost AS SELECT id, basket_id FROM payment WHERE status = $$paid$$ LIMIT 1');
    const items = 'SELECT id FROM order_item WHERE payment_id IN (SELECT id FROM lost)';
    const movements = 'SELECT id FROM ledger_transaction WHERE payment_id IN (SELECT id FROM lost)';
    await run(`DELETE FROM delivery WHERE order_item_id IN (${items})`);
    await run(`UPDATE product_key SET status = $$available$$, order_item_id = NULL WHERE order_item_id IN (${items})`);
    await run(`DELETE FROM ledger_entry WHERE transaction_id IN (${movements})`);
    await run('DELETE FROM ledger_transaction WHERE payment_id IN (SELECT id FROM lost)');
    await run('DELETE FROM order_item WHERE payment_id IN (SELECT id FROM lost)');
    await run('DELETE FROM payment WHERE id IN (SELECT id FROM lost)');
    await run('DELETE FROM basket WHERE id IN (SELECT basket_id FROM lost)');
    await run('SET session_replication_role = origin');
  });
}
