import { PERMISSIONS } from '@oyna/domain/permissions';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import type { Actor } from '../../apps/server/src/platform/audit.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { beginPayment, createBasket, listKeyIds, pressButton, readOrder } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, type ShopAccess } from './test-environment.ts';

interface RefundsTogether {
  orders: number;
  atOnce: number;
}

/** Two operators refund the same item at the same time, twice each. One of the four requests is done. */
export async function refundTogether(shop: ShopAccess, { orders, atOnce }: RefundsTogether) {
  const config = parseConfig({ EPOINT_URL: `${shop.sandboxUrl}/epoint`, LOG_LEVEL: 'silent' });
  const { orderActions, operatorOrders, payments } = composeServices(config, shop.database);
  const operators = [await createOperator(shop, 'first'), await createOperator(shop, 'second')];
  const productId = await stockProduct(shop.database, orders);
  const faults: string[] = [];
  let refused = 0;

  async function refundOne(member: Member): Promise<void> {
    const orderId = await buy(shop, member, productId);
    const { version } = await operatorOrders.get(orderId);
    const attempts = await Promise.allSettled(
      [...operators, ...operators].map((actor) =>
        orderActions.refund(
          { actor, own: PERMISSIONS, isFresh: true },
          { orderId, wanted: { kind: 'items', items: [{ number: 1 }] }, version, reason: 'together' },
        ),
      ),
    );
    const done = attempts.filter(({ status }) => status === 'fulfilled').length;
    refused += attempts.length - done;
    if (done !== 1) faults.push(`${done} refunds of ${orderId} were accepted, not 1`);
  }

  await forEachConcurrently(await createMembers(shop, orders), atOnce, refundOne);
  while ((await payments.refunds.refundDue()) > 0);
  faults.push(...(await findFaults(shop)));
  return { refunded: orders, refused, faults };
}

async function createOperator({ database }: ShopAccess, name: string): Promise<Actor> {
  const values = { name, email: `${name}-${Date.now()}@example.com`, role_id: 'owner', password_hash: 'none' };
  const { id } = await database.insertInto('operator').values(values).returning('id').executeTakeFirstOrThrow();
  return { kind: 'operator', id, name };
}

async function buy(shop: ShopAccess, member: Member, productId: number): Promise<string> {
  const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
  const { body: link } = await beginPayment(shop, member, 'epoint', basket.body.id);
  await pressButton(link, 'approve');
  while (listKeyIds((await readOrder(shop, member, link.orderId, 5)).body).length === 0);
  return link.orderId;
}
