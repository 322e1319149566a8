import type { Connection, Database } from '../../platform/database/connection.ts';
import * as queries from './notifications.queries.ts';

/** The data of each kind. The storefront has the texts. */
export interface NotificationData {
  welcome: Record<string, never>;
  security: { event: string };
  'price-drop': { gameId: number; gameName: string; from: number; to: number };
  paid: OrderNews;
  delivered: OrderNews;
  refunded: OrderNews;
  /** The answer to a claim about a key. */
  claim: { orderId: string; product: string; outcome: 'replaced' | 'refunded' | 'refused' };
  /** The recipient has opened it, or the address of the mail does not exist. */
  gift: { orderId: string; product: string; recipient: string; outcome: 'opened' | 'undelivered' };
}

/** The amount is in hundredths of the currency. */
interface OrderNews {
  orderId: string;
  amount: number;
  currency: string;
  /** The order is a top-up, and its page another one. */
  topUp?: true;
}

const LISTED = 100;
/** Older notifications are deleted. Orders and top-ups stay in their histories. */
const KEPT_DAYS = 90;

/** Runs in the caller's transaction, so that the notification exists only if the change does. */
export async function notify<Kind extends keyof NotificationData>(
  db: Connection,
  accountId: number,
  kind: Kind,
  data: NotificationData[Kind],
): Promise<void> {
  await queries.insertNotification(db, { accountId, kind, data });
}

export function forgetOldNotifications(db: Database, signal?: AbortSignal): Promise<void> {
  return queries.deleteOldNotifications(db, KEPT_DAYS, signal);
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;

export function createNotificationsService(db: Database) {
  return {
    async list(accountId: number) {
      const rows = await queries.listNotifications(db, accountId, LISTED);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        createdAt: row.created_at.toISOString(),
        readAt: row.read_at?.toISOString() ?? null,
        data: {
          ...row.data,
          ...(row.product_names ? { products: row.product_names } : {}),
          ...(row.top_up_name === null
            ? {}
            : {
                account: row.top_up_account,
                credited:
                  row.credited_amount === null
                    ? { name: row.top_up_name }
                    : { amount: row.credited_amount * 100, currency: row.credited_currency },
              }),
        },
      }));
    },

    markAllRead: (accountId: number) => queries.markAllRead(db, accountId),
  };
}
