import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { checkInvariants, INVARIANTS } from '../../apps/server/src/features/payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from '../../apps/server/src/features/top-up/top-up.check.ts';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';
import { cleanUp, newFolder, openStore } from '../../apps/server/src/testing/store-process.ts';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { hookStatements, type StatementHook } from './statement-hook.ts';
import { compareSupplierBooks, readSupplierBooks } from './supplier-books.ts';
import type { ShopAccess } from './test-environment.ts';
import { runTopUpsWithFaults } from './top-ups.ts';
import {
  type NetworkOptions,
  randomNetworkFaults,
  startUnreliableNetwork,
  type UnreliableNetwork,
} from './unreliable-network.ts';

vi.setConfig({ testTimeout: 240_000 });

interface Setup {
  store: TestStore;
  shop: ShopAccess;
  /** The supplier addresses that lead through the unreliable network. */
  suppliers: Record<string, string>;
  network: UnreliableNetwork;
  close(): Promise<void>;
}

let setup: Setup | undefined;
let hook: StatementHook | undefined;
afterEach(async () => {
  hook?.remove();
  hook = undefined;
  await setup?.close();
  setup = undefined;
});
afterAll(cleanUp);

const LOOPS = 3;

/** A store with several worker loops in its process and an unreliable network between it and the suppliers. */
async function openSetup(fault: Pick<NetworkOptions, 'chance' | 'dropsIdempotencyKeys'>): Promise<Setup> {
  const network = await startUnreliableNetwork({ seed: 1, lateMs: 300, hangMs: 500, ...fault });
  const suppliers = { GENGINE_URL: `${network.url}/g-engine`, G2BULK_URL: `${network.url}/g2bulk` };
  const store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off', ...suppliers } });
  network.setTarget(store.sandboxUrl);
  await store.currency.refresh();
  await shortenDeliveries(store);
  const isOver = { value: false };
  const poll = async () => {
    await store.topUps.delivery.deliverDue();
    await store.payments.refunds.refundDue();
    await store.payments.watch.checkDue();
  };
  const work = async () => {
    while (!isOver.value) {
      // The next poll follows a failed one, as in a worker.
      await poll().catch(() => {});
      await wait(20);
    }
  };
  const working = Promise.all(Array.from({ length: LOOPS }, work));
  return {
    store,
    shop: { url: store.publicUrl, sandboxUrl: store.sandboxUrl, database: store.database },
    suppliers,
    network,
    async close() {
      isOver.value = true;
      await working;
      await network.close();
      await store.close();
    },
  };
}

async function shortenDeliveries({ sandboxUrl }: TestStore): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ deliverAfterMs: 50 });
  await fetch(`${sandboxUrl}/g2bulk/behaviour`, { method: 'POST', headers, body });
}

const SHORT_RUN = { atOnce: 12, pauseMs: 150, skipsWaiting: true, kills: 0, kill: async () => {} };

describe('top-ups over an unreliable network', () => {
  it('are neither lost nor delivered twice when calls fail and a worker is killed', async () => {
    setup = await openSetup({ chance: randomNetworkFaults(0.3) });
    const { store, shop, network, suppliers } = setup;
    const worker = await openStore({
      ROLE: 'worker',
      DATABASE_URL: store.url,
      PUBLIC_URL: store.publicUrl,
      DATA_DIR: newFolder(),
      PLATRON_URL: `${store.sandboxUrl}/platron`,
      EPOINT_URL: `${store.sandboxUrl}/epoint`,
      ...suppliers,
    });
    const kill = async () => {
      worker.child.kill('SIGKILL');
      await worker.exited;
    };
    const options = { ...SHORT_RUN, topUps: 60, seed: 1, kills: 1, kill };
    const { faults, delivered, refunded, notPaid } = await runTopUpsWithFaults(shop, options);
    expect(faults).toEqual([]);
    expect(delivered + refunded + notPaid).toBe(60);
    expect([delivered > 40, refunded > 0, notPaid > 0]).toEqual([true, true, true]);
    expect(network.counts().faulty).toBeGreaterThan(20);

    // A database that lost a whole top-up still balances. The supplier's books show the loss.
    const before = await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS });
    await forgetTopUp(store.database);
    expect([before, await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })]).toEqual([[], []]);
    expect(await compareSupplierBooks(store.database, await readSupplierBooks(store.sandboxUrl))).toHaveLength(1);
  });

  it('show a fault when an unanswered order is sent again with another code', async () => {
    setup = await openSetup({ chance: (times) => (times === 1 ? 'lost-answer' : undefined) });
    const another = 'CASE WHEN top_up.tries > 1 THEN md5(top_up.code) ELSE top_up.code END AS code,';
    hook = hookStatements(({ text, send }) =>
      send(text.replace(/top_up\.code,(?=\s+top_up\.supplier_id, quote\.name)/, another)),
    );
    const { faults } = await runTopUpsWithFaults(setup.shop, { ...SHORT_RUN, topUps: 12, seed: 2 });
    expect(faults).toContainEqual(expect.stringMatching(/credited .*, which does not exist/));
  });

  it('show a fault when a supplier ignores idempotency keys', async () => {
    setup = await openSetup({ chance: () => 'twice', dropsIdempotencyKeys: true });
    const { faults } = await runTopUpsWithFaults(setup.shop, { ...SHORT_RUN, topUps: 12, seed: 3 });
    expect(faults).toContainEqual(expect.stringMatching(/^g2bulk credited .* twice$/));
  });
});

/** Deletes a top-up as if it had never been committed. */
async function forgetTopUp(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection);
    await run('SET session_replication_role = replica');
    await run('CREATE TEMPORARY TABLE lost AS SELECT id, quote_id FROM top_up WHERE status = 1 LIMIT 1');
    const payments = 'SELECT id FROM payment WHERE top_up_id IN (SELECT id FROM lost)';
    const movements = `SELECT id FROM ledger_transaction WHERE payment_id IN (${payments})`;
    await run(`DELETE FROM ledger_entry WHERE transaction_id IN (${movements})`);
    await run(`DELETE FROM ledger_transaction WHERE payment_id IN (${payments})`);
    await run('DELETE FROM payment WHERE top_up_id IN (SELECT id FROM lost)');
    await run('DELETE FROM top_up WHERE id IN (SELECT id FROM lost)');
    await run('DELETE FROM top_up_quote WHERE id IN (SELECT quote_id FROM lost)');
    await run('SET session_replication_role = origin');
  });
}
