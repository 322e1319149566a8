import type { PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import type { Database } from '../../platform/database/connection.ts';
import { listNotes } from '../notes/notes.service.ts';
import * as page from './order-page.queries.ts';
import * as queries from './orders.queries.ts';

const OTHER_ORDERS = 10;

export type OrderFilters = queries.OrderFilters;
export type OrderLine = queries.OrderLine;
export type OrderPage = Awaited<ReturnType<OperatorOrdersService['get']>>;
export type OperatorOrdersService = ReturnType<typeof createOperatorOrdersService>;

interface Parts {
  db: Database;
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
}

/** Orders as operators see them. Keys appear by id only. */
export function createOperatorOrdersService({ db, providers }: Parts) {
  /** With what the order has earned, for those who may see finance. */
  async function get(orderId: string, { hasEarned = false } = {}) {
    const head = await page.findOrderHead(db, orderId);
    if (!head) throw new AppError('not-found', { field: 'orderId' });
    const { id, accountId } = head;
    const items = await page.listOrderItems(db, id);
    const refunds = await page.listOrderRefunds(db, id);
    const alerts = await page.listOrderAlerts(db, orderId);
    const events = await page.listOrderEvents(db, id);
    const earned = hasEarned ? ((await page.findOrderEarned(db, id)) ?? null) : undefined;
    const notes = await listNotes(db, { kind: 'order', id });
    const others =
      accountId === null
        ? []
        : await queries.listOrders(db, { accountId }, { after: undefined, limit: OTHER_ORDERS + 1 });
    const refunded = refunds.filter(({ status }) => status === 'done').reduce((sum, { amount }) => sum + amount, 0);
    const requested = refunds.reduce((sum, { amount }) => sum + amount, 0);
    return {
      ...head,
      refunded,
      /** What a refund could still give back. */
      refundable: head.paidAt === null ? 0 : head.amount - requested,
      /** Undefined where the provider is not configured. */
      capability: providers.get(head.provider)?.refunds,
      /** Null until finance has booked it. Undefined for those who may not see it. */
      earned,
      items,
      refunds,
      alerts,
      events,
      notes,
      otherOrders: others.filter((order) => order.id !== id).slice(0, OTHER_ORDERS),
    };
  }

  return {
    get,

    /** The newest first. `after` is the cursor of the page before. */
    async list(filters: OrderFilters, { after, limit }: { after?: string | undefined; limit: number }) {
      const rows = await queries.listOrders(db, filters, { after: parseCursor(after), limit: limit + 1 });
      const items = rows.slice(0, limit);
      return { items, next: rows.length > limit ? String(items.at(-1)?.id) : null };
    },

    listById: (ids: readonly number[]) => queries.listOrdersById(db, ids),

    /** The long id of an order that is named by it or by its short number. */
    async getId(text: string): Promise<string> {
      const orderId = await page.findOrderId(db, text);
      if (orderId === undefined) throw new AppError('not-found', { field: 'orderId' });
      return orderId;
    },
  };
}

function parseCursor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new AppError('invalid-parameter', { field: 'after' });
  return Number(text);
}
