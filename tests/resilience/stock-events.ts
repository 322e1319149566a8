import { randomUUID } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { insertReplacement } from '../../apps/server/src/features/delivery/claims.queries.ts';
import { withdrawKeys } from '../../apps/server/src/features/keys/key-withdrawal.service.ts';
import { reserveKeys } from '../../apps/server/src/features/keys/keys.queries.ts';
import { lockSettlement, writeSettlement } from '../../apps/server/src/features/payment/purchase.queries.ts';
import type { Connection, Database } from '../../apps/server/src/platform/database/connection.ts';
import { inTransaction } from '../../apps/server/src/platform/database/transaction.ts';
import { createMember } from '../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import { pickRandom } from './test-environment.ts';

type Chance = () => number;

export interface StockEvent {
  name: string;
  weight: number;
  /** Returns false when there was nothing to move. */
  run(chance: Chance): Promise<boolean>;
}

export type StockEvents = readonly StockEvent[];

const ORDERS = 40;
const MAX_BATCH = 12;
/** Sales are up to so many days old, so that some are older than the counts look back. */
const OLDEST_SALE_DAYS = 40;

interface Item {
  id: number;
  orderId: string;
  productId: number;
}

/** What can happen to keys, through the statements and services of the store. */
export async function createStockEvents(database: Database, productIds: readonly number[]): Promise<StockEvents> {
  const { batches, payments } = composeServices(parseConfig({ LOG_LEVEL: 'silent' }), database);
  const { keys } = payments;
  const { accountId } = await createMember({ database });
  const items = await writeOrders(database, productIds, accountId);

  const onItem =
    (work: (transaction: Connection, item: Item, chance: Chance) => Promise<boolean>) =>
    (chance: Chance): Promise<boolean> => {
      const item = pickRandom(items, chance);
      return inTransaction(database, (transaction) => work(transaction, item, chance));
    };

  const settle = (kind: 'deliver' | 'release') =>
    onItem(async (transaction, { orderId }, chance) => {
      const payment = await lockSettlement(transaction, orderId);
      const held = payment?.heldKeys ?? [];
      if (!payment || held.length === 0) return false;
      const moved = held.slice(0, 1 + Math.floor(chance() * held.length));
      const unchanged = { status: payment.status, detail: undefined, nextCheckSeconds: null, confirmedAs: undefined };
      await writeSettlement(transaction, payment, {
        outcome: 'unchanged',
        payment: { ...unchanged, givesUp: false, cancelsLink: false },
        alert: undefined,
        deliver: kind === 'deliver' ? moved : [],
        release: kind === 'release' ? moved : [],
        refund: undefined,
        ledger: [],
        basket: undefined,
        promo: { drop: false, take: undefined },
        notification: undefined,
        topUp: undefined,
        productIds: [],
      });
      const days = Math.floor(chance() ** 2 * OLDEST_SALE_DAYS);
      await sql`UPDATE delivery SET delivered_at = delivered_at - make_interval(days => ${days})
        WHERE key_id = ANY (${moved.map(({ keyId }) => keyId)}::bigint[])`.execute(transaction);
      return true;
    });

  const onDelivered = (work: (transaction: Connection, keyId: number, item: Item) => Promise<boolean>) =>
    onItem(async (transaction, item, chance) => {
      await lockSettlement(transaction, item.orderId);
      const { rows } = await sql<{ id: number }>`
        SELECT product_key.id FROM product_key JOIN delivery ON delivery.key_id = product_key.id
        WHERE product_key.order_item_id = ${item.id} ORDER BY product_key.id`.execute(transaction);
      return rows.length > 0 && work(transaction, pickRandom(rows, chance).id, item);
    });

  const onBatch =
    (work: (batchId: number) => Promise<unknown>, isQuarantined = false) =>
    async (chance: Chance): Promise<boolean> => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM key_batch WHERE product_id = ${pickRandom(productIds, chance)} AND undone_at IS NULL
          AND (quarantined_at IS NOT NULL OR NOT ${isQuarantined}::boolean)
        ORDER BY id DESC LIMIT 1 OFFSET ${Math.floor(chance() * 5)}`.execute(database);
      if (!rows[0]) return false;
      try {
        await work(rows[0].id);
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    };

  const importBatch = async (chance: Chance): Promise<boolean> => {
    const lines = Array.from({ length: 1 + Math.floor(chance() * MAX_BATCH) }, (_, index) => ({
      line: index + 1,
      value: randomUUID(),
    }));
    const costCents = 1 + Math.floor(chance() * 2_000);
    const productId = pickRandom(productIds, chance);
    await keys.importKeys([{ fileName: 'random', productId, supplier: 'random', costCents, keys: lines }]);
    return true;
  };

  return [
    { name: 'import', weight: 8, run: importBatch },
    {
      name: 'hold',
      weight: 30,
      run: onItem(async (transaction, { id: orderItemId, productId }, chance) => {
        const count = 1 + Math.floor(chance() * 3);
        await reserveKeys(transaction, [{ orderItemId, productId, count }], 600);
        return true;
      }),
    },
    { name: 'deliver', weight: 24, run: settle('deliver') },
    { name: 'let go', weight: 8, run: settle('release') },
    {
      name: 'refund',
      weight: 10,
      run: onItem(async (transaction, { id: orderItemId, orderId }, chance) => {
        await lockSettlement(transaction, orderId);
        const count = 1 + Math.floor(chance() * 2);
        const { returned, revoked } = await withdrawKeys(transaction, [{ orderItemId, count }]);
        return returned.length + revoked.length > 0;
      }),
    },
    {
      name: 'open',
      weight: 6,
      run: onDelivered(async (transaction, keyId) => {
        await sql`INSERT INTO key_reveal (key_id, channel, account_id)
          VALUES (${keyId}, 'page', ${accountId})`.execute(transaction);
        return true;
      }),
    },
    {
      name: 'claim',
      weight: 3,
      run: onDelivered(async (transaction, keyId) => {
        if (!(await keys.disputeKey(transaction, keyId))) return false;
        await sql`INSERT INTO key_claim (key_id, account_id, reason) VALUES (${keyId}, ${accountId}, 'invalid')
          ON CONFLICT DO NOTHING`.execute(transaction);
        return true;
      }),
    },
    {
      name: 'refuse a claim',
      weight: 2,
      run: onDelivered(async (transaction, keyId) => {
        await keys.settleDispute(transaction, keyId);
        return true;
      }),
    },
    {
      name: 'replace',
      weight: 3,
      run: onDelivered(async (transaction, keyId, { id, productId }) => {
        const replaced = await sql`SELECT FROM delivery WHERE replaces_key_id = ${keyId}`.execute(transaction);
        const held = await sql`SELECT FROM product_key WHERE order_item_id = ${id} AND status = 'reserved'`.execute(
          transaction,
        );
        if (replaced.rows.length + held.rows.length > 0) return false;
        const newKeyId = await keys.sellOneMore(transaction, id, productId);
        if (newKeyId !== undefined) await insertReplacement(transaction, keyId, newKeyId);
        return newKeyId !== undefined;
      }),
    },
    { name: 'quarantine', weight: 2, run: onBatch((id) => batches.quarantine(OPERATOR, id, 'random')) },
    { name: 'release', weight: 3, run: onBatch((id) => batches.release(OPERATOR, id, 'random'), true) },
    { name: 'write off', weight: 1, run: onBatch((id) => batches.writeOff(OPERATOR, id, 'random')) },
    { name: 'undo', weight: 2, run: onBatch((id) => batches.undo(OPERATOR, id, 'random')) },
  ];
}

/** Paid orders with an item of each product. Only what the events read is written. */
async function writeOrders(database: Database, productIds: readonly number[], accountId: number): Promise<Item[]> {
  return database.connection().execute(async (db) => {
    await sql`SET session_replication_role = replica`.execute(db);
    const run = randomUUID().slice(0, 8);
    const { rows } = await sql<Item>`
      WITH made AS (
        INSERT INTO payment (order_id, basket_id, account_id, provider, status, amount, currency, base_cents, rate,
          rate_source, rate_at, language, expires_at, paid_at)
        SELECT 'stock-counts-' || ${run}::text || '-' || number, gen_random_uuid(), ${accountId}, 'epoint', 'paid', 100, 'USD', 100,
          1, 'random', now(), 'ru', now(), now()
        FROM generate_series(1, ${ORDERS}::integer) AS number RETURNING id, order_id
      ), item AS (
        INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
        SELECT made.id, product_id, '{}', 999, 100, 100 FROM made, unnest(${productIds}::integer[]) AS product_id
        RETURNING id, payment_id, product_id
      )
      SELECT item.id, order_id AS "orderId", product_id AS "productId" FROM item JOIN made ON made.id = payment_id
      ORDER BY item.id`.execute(db);
    await sql`SET session_replication_role = DEFAULT`.execute(db);
    return rows;
  });
}
