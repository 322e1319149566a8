import { sql } from 'kysely';
import type { composeServices } from '../../apps/server/src/compose.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import { readBooks } from './invariant-check.ts';
import type { ShopAccess } from './test-environment.ts';

type Payments = ReturnType<typeof composeServices>['payments'];

/**
 * Epoint and TalkBank do not tell what became of a part refund whose answer was lost. The store leaves it to an
 * operator, who looks into the panel of the provider. This does that now. Returns how many it closed.
 */
export async function closeUnknownRefunds(shop: ShopAccess, payments: Payments): Promise<number> {
  const { rows } = await sql<FailedRefund>`
    SELECT order_id AS "orderId", provider, provider_payment_id AS "providerPaymentId", refund.amount,
      refunded_before AS "refundedBefore", payment.amount AS paid
    FROM refund JOIN payment ON payment.id = payment_id WHERE refund.status = 'failed'`.execute(shop.database);
  const books = rows.length > 0 ? await readBooks(shop.sandboxUrl) : {};
  for (const { orderId, provider, providerPaymentId, amount, refundedBefore, paid } of rows) {
    const given = books[provider]?.find((entry) => entry.orderId === orderId)?.refunded;
    if (given === refundedBefore) {
      const request = { amount, paid, refundedBefore, triedBefore: false };
      const result = await payments.providers.get(provider)?.refund({ orderId, providerPaymentId }, request);
      if (result?.outcome !== 'done') throw new Error(`${provider} does not refund ${orderId}: ${result?.detail}`);
    } else if (given !== refundedBefore + amount) {
      throw new Error(`${provider} has given back ${given} of ${orderId}, not ${refundedBefore} or ${amount} more`);
    }
    await payments.refunds.closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'seen in the panel', amount);
  }
  return rows.length;
}

interface FailedRefund {
  orderId: string;
  provider: Parameters<Payments['providers']['get']>[0];
  providerPaymentId: string;
  amount: number;
  refundedBefore: number;
  paid: number;
}
