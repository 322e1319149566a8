import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { connect } from '../../platform/database/connection.ts';
import { eventually } from '../../testing/eventually.ts';
import { bookEverything, readBooked, setFees, setKeyCost } from '../../testing/test-finance.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { type Bought, buy } from '../../testing/test-orders.ts';
import { call, getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { createBookingService } from './booking.service.ts';
import { FINANCE_INVARIANTS } from './finance.check.ts';
import { bookStock } from './stock-ledger.service.ts';

const COST = 350;
const KEPT = { provider: 'epoint', currency: 'AZN', basisPoints: 250, fixed: 10, isReturned: false };

let store: TestStore;
let product: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  product = await stockProduct(store.database, 60);
  await setKeyCost(store.database, product, COST);
  await setFees(store.database, [KEPT, { ...KEPT, provider: 'kassa24', currency: 'KZT', isReturned: true }]);
});
afterAll(() => store.close());

const findFaults = () => checkInvariants(store.database, { ...INVARIANTS, ...FINANCE_INVARIANTS });
afterEach(async () => {
  await bookEverything(store.database);
  expect(await findFaults()).toEqual([]);
});

const amountOf = async ({ orderId }: Bought) =>
  (
    await store.database
      .selectFrom('payment')
      .select('amount')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).amount;
const feeFor = (amount: number) => Math.round(amount * 0.025) + 10;

async function refund({ orderId }: Bought, request: Parameters<TestStore['payments']['refunds']['refund']>[2]) {
  await store.payments.refunds.refund(OPERATOR, orderId, request);
  await store.payments.refunds.refundDue();
  await bookEverything(store.database);
}

describe('a paid and delivered order', () => {
  it('has its cost and its fee in the ledger once, however often the worker looks', async () => {
    const order = await buy(store, [product], [2]);
    await bookEverything(store.database);
    const fee = feeFor(await amountOf(order));
    const once = { fee, provider: -fee, cost: 2 * COST, stock: -2 * COST };
    expect(await readBooked(store.database, order.orderId)).toEqual(once);
    await sql`UPDATE finance_cursor SET done_id = 0, seen_id = 0, seen_xid = 0`.execute(store.database);
    await bookEverything(store.database);
    expect(await readBooked(store.database, order.orderId)).toEqual(once);
  });

  it('is booked once by workers that look at the same time', async () => {
    const order = await buy(store, [product], [1]);
    await Promise.all(Array.from({ length: 4 }, () => createBookingService(store.database).bookNew()));
    await bookEverything(store.database);
    expect((await readBooked(store.database, order.orderId)).cost).toBe(COST);
  });

  it('keeps the fee of the time of its payment when the contract changes later', async () => {
    const order = await buy(store, [product], [1]);
    await sql`INSERT INTO shop_setting (name, version, value, changed_by)
      SELECT name, max(version) + 1, '[]', 'test' FROM shop_setting GROUP BY name`.execute(store.database);
    await bookEverything(store.database);
    expect((await readBooked(store.database, order.orderId)).fee).toBe(feeFor(await amountOf(order)));
    const later = await buy(store, [product], [1]);
    await bookEverything(store.database);
    expect((await readBooked(store.database, later.orderId)).fee).toBe(0);
    await sql`INSERT INTO shop_setting (name, version, value, changed_by)
      SELECT name, max(version) + 1, (array_agg(value ORDER BY version))[1], 'test' FROM shop_setting GROUP BY name`.execute(
      store.database,
    );
  });
});

describe('a refund', () => {
  it('returns the cost of keys that go back to stock, and leaves the fee with a provider that keeps it', async () => {
    const order = await buy(store, [product], [2]);
    await refund(order, { kind: 'rest' });
    const fee = feeFor(await amountOf(order));
    expect(await readBooked(store.database, order.orderId)).toEqual({ fee, provider: -fee, cost: 0, stock: 0 });
  });

  it('leaves the cost of an opened key, which is not sold again', async () => {
    const order = await buy(store, [product], [1]);
    const { items } = await getOrder(store, order.member, order.orderId);
    await call(store, order.member, 'POST', `/api/v1/user/keys/${items[0]?.keys[0]?.id}/reveal`);
    await refund(order, { kind: 'rest' });
    expect((await readBooked(store.database, order.orderId)).cost).toBe(COST);
  });

  it('returns the fee where the contract says so', async () => {
    const order = await buy(store, [product], [1], 'kassa24');
    await bookEverything(store.database);
    expect((await readBooked(store.database, order.orderId)).fee).toBe(feeFor(await amountOf(order)));
    await refund(order, { kind: 'rest' });
    expect(await readBooked(store.database, order.orderId)).toEqual({ fee: 0, provider: 0, cost: 0, stock: 0 });
  });
});

describe('stock', () => {
  it('is booked with an import and a write-off, and shop check finds keys that are not booked', async () => {
    const { rows } = await sql<{ id: number; key: number }>`
      SELECT batch_id AS id, min(product_key.id) AS key FROM product_key
      WHERE product_id = ${product} AND status = 'available' AND batch_id IN
        (SELECT id FROM key_batch WHERE cost_cents = ${COST}) GROUP BY batch_id LIMIT 1`.execute(store.database);
    const [{ id: batchId, key } = { id: 0, key: 0 }] = rows;
    await sql`UPDATE product_key SET status = 'revoked' WHERE id = ${key}`.execute(store.database);
    expect(await findFaults()).toEqual([expect.stringContaining('a batch whose stock in the ledger')]);
    await bookStock(store.database, 'write-off', [{ batchId, keys: 1 }]);
    expect(await findFaults()).toEqual([]);
  });
});

describe('the stock in the ledger', () => {
  const batchOf = async (productId: number) =>
    (
      await store.database
        .selectFrom('key_batch')
        .select('id')
        .where('product_id', '=', productId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id;
  const stockOf = async (batchId: number) => {
    const { rows } = await sql<{ account: string; amount: number }>`
      SELECT account, sum(ledger_entry.amount)::bigint AS amount
      FROM ledger_transaction JOIN ledger_entry ON transaction_id = ledger_transaction.id
      WHERE batch_id = ${batchId} AND account IN ('stock', 'write-off') GROUP BY account ORDER BY account`.execute(
      store.database,
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
  };

  it('loses what an operator writes off, and not what is sold', async () => {
    const productId = await stockProduct(store.database, 4);
    await setKeyCost(store.database, productId, COST);
    await buy(store, [productId], [1]);
    const batchId = await batchOf(productId);
    expect(await stockOf(batchId)).toEqual({ stock: 4 * COST });
    expect(await store.batches.writeOff(OPERATOR, batchId, 'the supplier has blocked them')).toBe(3);
    expect(await stockOf(batchId)).toEqual({ stock: COST, 'write-off': 3 * COST });
  });

  it('loses an import that an operator takes back', async () => {
    const productId = await stockProduct(store.database, 3);
    await setKeyCost(store.database, productId, COST);
    const batchId = await batchOf(productId);
    expect(await stockOf(batchId)).toEqual({ stock: 3 * COST });
    expect(await store.batches.undo(OPERATOR, batchId, 'the wrong file')).toBe(3);
    expect(await stockOf(batchId)).toEqual({ stock: 0 });
  });
});

describe('a rebuild', () => {
  it('may take longer than other statements', async () => {
    const hurried = connect({ url: store.url, poolSize: 1, statementMs: 200 });
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = store.database.transaction().execute(async (transaction) => {
      await sql`SELECT FROM finance_cursor FOR UPDATE`.execute(transaction);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const rebuilt = createBookingService(hurried).rebuild();
    // A failure is looked at below.
    rebuilt.catch(() => {});
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE query LIKE '%finance_cursor FOR UPDATE%'
        AND wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '400 milliseconds'`.execute(
        store.database,
      );
      expect(rows).toHaveLength(1);
    });
    held.resolve();
    await other;
    expect(await rebuilt).toEqual({ payments: 0, days: 0 });
    await hurried.destroy();
  });

  it('ends when its time is over', async () => {
    await expect(createBookingService(store.database).rebuild(undefined, AbortSignal.abort())).rejects.toThrow('abort');
  });
});
