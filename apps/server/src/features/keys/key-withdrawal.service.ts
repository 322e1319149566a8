import { planKeyWithdrawal } from '@oyna/domain/key-withdrawal';
import type { Connection } from '../../platform/database/connection.ts';
import * as queries from './key-withdrawal.queries.ts';

/** The refunded pieces of an order item. */
export interface RefundedKeys {
  orderItemId: number;
  count: number;
  /** Taken first. Without it, keys that were never opened go first. */
  keyIds?: number[];
}

export interface WithdrawnKeys {
  returned: number[];
  revoked: number[];
  /** Refresh their availability after the commit. */
  productIds: number[];
}

/**
 * In the transaction that requests a refund and has locked the payment. A key that was never opened goes back to stock, and
 * an opened key is revoked. A repeated call takes nothing twice.
 */
export async function withdrawKeys(transaction: Connection, refunded: RefundedKeys[]): Promise<WithdrawnKeys> {
  const { returned, revoked } = await planWithdrawal(transaction, refunded);
  if (returned.length + revoked.length === 0) return { returned, revoked, productIds: [] };
  return { returned, revoked, productIds: await queries.withdrawKeys(transaction, { returned, revoked }) };
}

/** What `withdrawKeys` would take, for a preview. */
export async function planWithdrawal(transaction: Connection, refunded: RefundedKeys[]) {
  const locked = await queries.lockDeliveredKeys(
    transaction,
    refunded.map(({ orderItemId }) => orderItemId),
  );
  const keys = await queries.listDeliveredKeys(transaction, locked);
  const plans = refunded.map(({ orderItemId, count, keyIds }) =>
    planKeyWithdrawal(
      keys.filter((key) => key.orderItemId === orderItemId),
      count,
      keyIds,
    ),
  );
  return {
    returned: plans.flatMap(({ returned }) => returned),
    revoked: plans.flatMap(({ revoked }) => revoked),
  };
}
