import { sql } from 'kysely';
import { expect } from 'vitest';
import { createBookingService } from '../features/finance/booking.service.ts';
import { bookStock } from '../features/finance/stock-ledger.service.ts';
import type { Database } from '../platform/database/connection.ts';
import { eventually } from './eventually.ts';

/** Books until the cursor has passed everything. Transactions of other tests on the same server can hold it up. */
export async function bookEverything(database: Database): Promise<void> {
  const booking = createBookingService(database);
  await eventually(async () => {
    await booking.bookNew();
    const { rows } = await sql<{ behind: number }>`
      SELECT count(*)::integer AS behind FROM ledger_transaction, finance_cursor
      WHERE ledger_transaction.id > done_id`.execute(database);
    expect(rows).toEqual([{ behind: 0 }]);
  });
}

/** Gives the keys of a test product a cost, as if they had been imported with it. */
export async function setKeyCost(database: Database, productId: number, costCents: number): Promise<void> {
  const { rows } = await sql<{ id: number; keys: number }>`
    UPDATE key_batch SET cost_cents = ${costCents} WHERE product_id = ${productId} AND cost_cents = 0
    RETURNING id, key_count AS keys`.execute(database);
  await bookStock(
    database,
    'import',
    rows.map(({ id, keys }) => ({ batchId: id, keys })),
  );
}

/** Terms that hold for every payment from the past on. */
export async function setFees(database: Database, fees: readonly object[]): Promise<void> {
  await sql`INSERT INTO shop_setting (name, version, value, changed_by, changed_at)
    SELECT 'provider-fees', coalesce(max(version), 0) + 1, ${JSON.stringify(fees)}::jsonb, 'test', now() - interval '1 year'
    FROM shop_setting WHERE name = 'provider-fees'`.execute(database);
}

export interface Booked {
  fee: number;
  cost: number;
  stock: number;
  provider: number;
}

/** What the ledger has on each account for a payment, without the payment and its refunds. */
export async function readBooked(database: Database, orderId: string): Promise<Booked> {
  const { rows } = await sql<{ account: string; amount: number }>`
    SELECT split_part(account, ':', 1) AS account, sum(ledger_entry.amount)::bigint AS amount
    FROM payment JOIN ledger_transaction ON ledger_transaction.payment_id = payment.id AND kind IN ('fee', 'cost')
    JOIN ledger_entry ON transaction_id = ledger_transaction.id
    WHERE order_id = ${orderId} GROUP BY 1`.execute(database);
  const on = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0;
  return { fee: on('fee'), cost: on('cost'), stock: on('stock'), provider: on('provider') };
}
