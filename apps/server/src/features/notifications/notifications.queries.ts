import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { DB } from '../../platform/database/tables.ts';

interface NotificationRow {
  id: number;
  kind: DB['notification']['kind'];
  data: Record<string, unknown>;
  created_at: Date;
  read_at: Date | null;
  /** What the order holds; null when the notification is not about an order of this account. */
  product_names: string[] | null;
  top_up_name: string | null;
  top_up_account: string | null;
  /** Whole units of the currency. Null for a pack, which is credited as it is named. */
  credited_amount: number | null;
  credited_currency: string | null;
}

/** With what the order or top-up is about, read from the order itself. */
export async function listNotifications(db: Connection, accountId: number, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT notification.id, kind, data, notification.created_at, read_at, quote.name AS top_up_name,
      top_up.account AS top_up_account, nullif(quote.amount, 0) AS credited_amount, quote.currency AS credited_currency,
      (SELECT json_agg(name ORDER BY id) FROM order_item WHERE payment_id = payment.id) AS product_names
    FROM notification
    LEFT JOIN payment ON payment.order_id = data ->> 'orderId' AND payment.account_id = notification.account_id
    LEFT JOIN top_up ON top_up.id = payment.top_up_id
    LEFT JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE notification.account_id = ${accountId}
    ORDER BY notification.created_at DESC, notification.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function insertNotification(
  db: Connection,
  notification: { accountId: number; kind: DB['notification']['kind']; data: object },
): Promise<void> {
  const { accountId, kind, data } = notification;
  await db
    .insertInto('notification')
    .values({ account_id: accountId, kind, data: JSON.stringify(data) })
    .execute();
}

export async function deleteOldNotifications(db: Database, days: number, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, 'notification', sql`created_at < now() - make_interval(days => ${days}::int)`, signal);
}

export async function markAllRead(db: Connection, accountId: number): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .execute();
}
