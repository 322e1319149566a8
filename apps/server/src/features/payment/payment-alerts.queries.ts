import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** A problem with a supplier that concerns every order. */
export type SupplierTrouble = 'supplier-balance' | 'supplier-refused';

export interface NewAlert {
  provider: string;
  paymentId: number | null;
  orderId: string;
  kind: 'unknown-order' | 'mismatch' | 'paid-twice' | 'refund-failed' | 'provider-refund' | SupplierTrouble;
  detail: string;
}

/** Returns false when the same alert exists. */
export async function insertAlert(db: Connection, alert: NewAlert): Promise<boolean> {
  const inserted = await db
    .insertInto('payment_alert')
    .values({
      provider: alert.provider,
      payment_id: alert.paymentId,
      order_id: alert.orderId,
      kind: alert.kind,
      detail: alert.detail,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Opens a resolved alert again. */
export async function reopenAlert(db: Connection, alert: NewAlert): Promise<void> {
  await sql`
    INSERT INTO payment_alert (provider, payment_id, order_id, kind, detail)
    VALUES (${alert.provider}, ${alert.paymentId}, ${alert.orderId}, ${alert.kind}, ${alert.detail})
    ON CONFLICT (provider, order_id, kind, md5(detail)) DO UPDATE SET created_at = now(), resolved_at = NULL
    WHERE payment_alert.resolved_at IS NOT NULL`.execute(db);
}

export async function resolveAlerts(db: Connection, provider: string, kinds: readonly string[]): Promise<void> {
  await sql`UPDATE payment_alert SET resolved_at = now()
    WHERE resolved_at IS NULL AND provider = ${provider} AND kind = ANY(${kinds})`.execute(db);
}

/** An operator has dealt with the order. */
export async function resolveOrderAlerts(db: Connection, orderId: string): Promise<void> {
  await sql`UPDATE payment_alert SET resolved_at = now() WHERE resolved_at IS NULL AND order_id = ${orderId}`.execute(
    db,
  );
}

/** A refund that had failed is done. */
export async function resolveRefundAlerts(db: Connection, orderId: string): Promise<void> {
  await sql`UPDATE payment_alert SET resolved_at = now()
    WHERE resolved_at IS NULL AND order_id = ${orderId} AND kind = 'refund-failed'`.execute(db);
}

/** Open alerts of one order, or of all. */
export function listAlerts(db: Connection, orderId?: string) {
  return db
    .selectFrom('payment_alert')
    .select(['kind', 'provider', 'order_id', 'detail'])
    .where('resolved_at', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}
