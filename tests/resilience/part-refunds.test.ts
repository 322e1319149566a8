import { afterAll, expect, it, vi } from 'vitest';
import { cleanUp, newFolder } from '../../apps/server/src/testing/store-process.ts';
import { afterHarm } from '../../apps/server/src/testing/test-harm.ts';
import { findMoneyFaults, refundPartsDuringKills } from './part-refunds.ts';
import { openShop } from './shop-processes.ts';

vi.setConfig({ testTimeout: 420_000 });
afterAll(cleanUp);

it('gives back no more than was paid, and books fee and cost once, when the worker is killed meanwhile', async () => {
  const folder = newFolder();
  const shop = await openShop({ folder });
  try {
    const options = { orders: 6, kills: 2, seed: 1, atOnce: 6, pauseMs: 3_000, folder };
    const { refunds, refused, faults } = await refundPartsDuringKills(shop, options);
    expect(faults).toEqual([]);
    expect(refunds).toBeGreaterThan(6);
    expect(refused).toBeGreaterThan(6);

    const faultsAfter = (...statements: string[]) =>
      afterHarm(shop.database, ['SET LOCAL session_replication_role = replica', ...statements], (database) =>
        findMoneyFaults({ ...shop, database }),
      );
    expect(
      await faultsAfter(`UPDATE refund SET amount = amount + (SELECT amount FROM payment WHERE id = payment_id)
      WHERE id = (SELECT min(id) FROM refund WHERE status = 'done')`),
    ).toContainEqual(expect.stringMatching(/ gave back \d+ of \d+$/));
    expect(
      await faultsAfter(
        `DELETE FROM ledger_entry WHERE ctid = (SELECT min(ctid) FROM ledger_entry WHERE account = 'fee')`,
      ),
    ).toContainEqual(expect.stringMatching(/^the ledger has -?\d+ [A-Z]{3} too much$/));
    expect(
      await faultsAfter(`UPDATE ledger_entry SET amount = amount * 2 WHERE transaction_id =
      (SELECT min(id) FROM ledger_transaction WHERE kind = 'cost')`),
    ).toContainEqual(expect.stringContaining('a payment whose ledger disagrees with its sales by day'));
  } finally {
    await shop.close();
  }
});
