import type { CurrencyCode } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface ReceiptRow {
  order_id: string;
  number: string;
  provider: string;
  amount: number;
  currency: CurrencyCode;
  /** Units of the currency per US dollar, when the payment was created. */
  rate: string;
  rate_at: Date;
  discount_cents: number;
  promo_code: string | null;
  /** Hundredths of a percent. */
  vat_rate: number | null;
  paid_at: Date;
  items: { name: string; count: number; amount: number }[];
  /** Only those that are done. */
  refunds: { amount: number; doneAt: string }[] | null;
}

/** A basket that was paid for. Without an account: of any, for mails. */
export async function findReceipt(
  db: Connection,
  orderId: string,
  accountId?: number,
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    SELECT order_id, number, provider, amount, currency, rate::text, rate_at, discount_cents, vat_rate, paid_at,
      (SELECT code FROM promo_code WHERE promo_code.id = payment.promo_code_id) AS promo_code,
      (SELECT json_agg(json_build_object('name', name, 'count', count, 'amount', item.amount) ORDER BY item.id)
        FROM order_item AS item WHERE item.payment_id = payment.id) AS items,
      (SELECT json_agg(json_build_object('amount', refund.amount, 'doneAt', done_at) ORDER BY done_at, refund.id)
        FROM refund WHERE refund.payment_id = payment.id AND refund.status = 'done') AS refunds
    FROM payment
    WHERE order_id = ${orderId} AND basket_id IS NOT NULL AND paid_at IS NOT NULL
      AND (${accountId ?? null}::bigint IS NULL OR account_id = ${accountId ?? null})`.execute(db);
  return rows[0];
}
