import { settleOrder } from '../features/orders/orders.commands.ts';
import type { TestStore } from './test-store.ts';

/** The decision of an operator about a payment under review as it is now. Returns the answer of the command. */
export async function decideReview(
  { operatorOrders, orderActions }: TestStore,
  orderId: string,
  verdict: 'accept' | 'reject',
) {
  const { version } = await operatorOrders.get(orderId);
  return settleOrder(orderActions, { orderId, version }, verdict, 'as the panel shows');
}
