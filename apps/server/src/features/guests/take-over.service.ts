import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './take-over.queries.ts';

const STORE: Actor = { kind: 'system', id: null, name: 'store' };

/** Returns the ids of the orders that have moved. */
export type TakeOver = (accountId: number) => Promise<string[]>;

/**
 * Gives an account the paid orders of all guests with the address that the account has proven. An order that is being paid
 * stays with the guest until the next sign-in: the account may have a basket, too. A second call changes nothing.
 */
export const createTakeOver =
  (db: Database): TakeOver =>
  async (accountId) => {
    if ((await queries.listGuestsOf(db, accountId)).length === 0) return [];
    return inTransaction(db, async (transaction) => {
      // In the order of docs/locks.md: the payments, the accounts, the baskets.
      const found = await queries.listGuestsOf(transaction, accountId);
      const orders = await queries.lockPaidOrders(transaction, found);
      if (orders.length === 0) return [];
      const guestIds = await queries.lockGuests(transaction, accountId, found);
      const orderIds = await queries.moveOrders(transaction, accountId, guestIds, orders);
      if (orderIds.length === 0) return [];
      await audit(transaction, {
        actor: STORE,
        action: 'guest take-over',
        subject: `account ${accountId}`,
        details: { guests: guestIds, orders: orderIds },
      });
      return orderIds;
    });
  };
