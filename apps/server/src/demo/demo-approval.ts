import { DEMO_APPROVAL } from '@oyna/demo/buyers';
import { AppError } from '@oyna/domain/errors';
import { PERMISSIONS } from '@oyna/domain/permissions';
import type { Services } from '../compose.ts';
import type { Caller } from '../features/approvals/approvals.service.ts';

type Parts = Pick<Services, 'database' | 'approvalPolicy' | 'operatorOrders' | 'orderActions'>;

/** Large refunds need two operators in the demo, and one request waits. Does nothing once there was a request or a policy. */
export async function seedDemoApproval(parts: Parts): Promise<void> {
  const { database, approvalPolicy, operatorOrders, orderActions } = parts;
  const { refundAbove, login, productId, requestedBy, note } = DEMO_APPROVAL;
  const { version, ...policy } = await approvalPolicy.get();
  if (version > 1 || (await database.selectFrom('approval').select('id').limit(1).executeTakeFirst())) return;
  const requester = await database
    .selectFrom('operator')
    .select(['id', 'name'])
    .where('email', '=', requestedBy)
    .executeTakeFirst();
  const order = await database
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .innerJoin('order_item', 'order_item.payment_id', 'payment.id')
    .select('payment.order_id')
    .where('account.login', '=', login)
    .where('order_item.product_id', '=', productId)
    .executeTakeFirst();
  if (!requester || !order) return;
  const caller: Caller = { actor: { kind: 'operator', ...requester }, own: PERMISSIONS, isFresh: true };
  try {
    await approvalPolicy.change(caller, { ...policy, version, refundAbove });
  } catch (error) {
    // Another process started at the same time and was faster.
    if (error instanceof AppError && error.code === 'changed-meanwhile') return;
    throw error;
  }
  const { orderId, version: seen } = await operatorOrders.get(order.order_id);
  await orderActions.closeRefund(caller, { orderId, wanted: { kind: 'rest' }, version: seen, note });
}
