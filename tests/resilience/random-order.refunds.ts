import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentProviderName } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type {
  OperatorRefund,
  OperatorRefundRequest,
} from '../../apps/server/src/features/payment/operator-refunds.service.ts';
import type { TestStore } from '../../apps/server/src/testing/test-store.ts';
import { BANK_TRANSFER } from './invariant-check.ts';
import {
  type Action,
  anyDone,
  type Chance,
  countIn,
  type NamedAction,
  OPERATOR,
  type World,
} from './random-order.world.ts';
import { pickRandom } from './test-environment.ts';

/** Refunds by operators, and the handling of failed refunds. */

interface PaidOrder {
  orderId: string;
  amount: number;
}

async function findPaidOrder(
  { store, products }: World,
  chance: Chance,
  providers: readonly PaymentProviderName[] = ['platron', 'epoint', 'kassa24', 'talkbank'],
): Promise<PaidOrder | undefined> {
  const { rows } = await sql<PaidOrder>`
    SELECT order_id AS "orderId", amount FROM payment
    WHERE paid_at IS NOT NULL AND provider = ANY (${providers}::text[]) AND EXISTS (
      SELECT FROM order_item WHERE payment_id = payment.id AND product_id = ANY (${products}::bigint[]))
    ORDER BY md5(concat(id, ${chance()}::float8)) LIMIT 1`.execute(store.database);
  return rows[0];
}

/** Includes too large amounts, zero, and items that are not in the order. */
export function drawRefund(amount: number, chance: Chance): OperatorRefundRequest {
  const kind = chance();
  if (kind < 0.2) return { kind: 'rest' };
  if (kind < 0.6) {
    return { kind: 'item', number: countIn(chance, 2), count: chance() < 0.3 ? undefined : countIn(chance, 2) };
  }
  return { kind: 'amount', amount: Math.floor(amount * (chance() * 1.3 - 0.05)) };
}

/** With and without a preview. The preview and the refund may disagree only because the order changed in between. */
export async function refund({ store }: World, orderId: string, wanted: OperatorRefundRequest, chance: Chance) {
  const { refunds } = store.payments;
  const seen = chance() < 0.5 ? (await refunds.previewRefund(orderId, wanted)).amount : undefined;
  return refunds.refund(OPERATOR, orderId, wanted, seen);
}

/** Takes any order in any state. */
const refundAnyOrder: Action = async (world, chance) => {
  const { links } = pickRandom(world.buyers, chance);
  const link = links[Math.floor(chance() * links.length)];
  if (!link) return false;
  await refund(world, link.orderId, { kind: 'rest' }, chance);
  return true;
};

const refundPart: Action = async (world, chance) => {
  const order = await findPaidOrder(world, chance);
  if (!order) return false;
  await refund(world, order.orderId, drawRefund(order.amount, chance), chance);
  return true;
};

/** The same refund, or two different ones. */
const refundTwiceAtOnce: Action = async (world, chance) => {
  const order = await findPaidOrder(world, chance);
  if (!order) return false;
  const first = drawRefund(order.amount, chance);
  const second = chance() < 0.5 ? first : drawRefund(order.amount, chance);
  return anyDone([first, second].map((wanted) => refund(world, order.orderId, wanted, chance)));
};

const setBehaviour = async ({ sandboxUrl }: TestStore, provider: string, behaviour: object | undefined) => {
  await fetch(`${sandboxUrl}/${provider}/behaviour`, {
    method: behaviour ? 'POST' : 'DELETE',
    ...(behaviour && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(behaviour) }),
  });
};

/** Makes the provider fail during the last attempt of a refund. Concurrent refunds fail too. */
const failRefund: Action = async (world, chance) => {
  const { store } = world;
  const provider = pickRandom(['platron', 'epoint', 'kassa24'] as const, chance);
  const order = await findPaidOrder(world, chance, [provider]);
  if (!order) return false;
  const wanted = provider === 'kassa24' ? { kind: 'rest' as const } : drawRefund(order.amount, chance);
  await setBehaviour(store, provider, { fail: true });
  try {
    await refund(world, order.orderId, wanted, chance);
    await sql`UPDATE refund SET tries = 100 FROM payment WHERE payment.id = payment_id
      AND order_id = ${order.orderId} AND refund.status = 'waiting'`.execute(store.database);
    await store.payments.refunds.refundDue();
  } finally {
    await setBehaviour(store, provider, undefined);
  }
  return true;
};

const PRESSES = 400;
const PAUSE_MS = 25;

/** Books the refund and pays it in the provider's panel, or by bank transfer where the panel has no partial refunds. */
async function closeByHand(world: World, orderId: string, wanted: OperatorRefundRequest): Promise<OperatorRefund> {
  const { refunds } = world.store.payments;
  const seen = await refunds.previewClosing(orderId, wanted);
  const isTransfer = seen.capability === 'full' && seen.amount < seen.paid;
  const note = isTransfer ? BANK_TRANSFER : 'panel';
  const closed = await refunds.closeByHand(OPERATOR, orderId, wanted, note, seen.amount);
  if (!isTransfer) await pressInPanel(world, closed);
  return closed;
}

/** Repeats while the provider fails or an earlier partial refund is open. */
async function pressInPanel({ store }: World, { orderId, provider, ...closed }: OperatorRefund): Promise<void> {
  const { provider_payment_id: id } = await store.database
    .selectFrom('payment')
    .select('provider_payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const request = {
    amount: closed.amount,
    paid: closed.paid,
    refundedBefore: closed.refundedBefore,
    triedBefore: false,
  };
  let detail = '';
  for (let press = 0; press < PRESSES; press++) {
    const result = await store.payments.providers
      .get(provider)
      ?.refund({ orderId, providerPaymentId: id ?? undefined }, request);
    if (result?.outcome === 'done') return;
    detail = result?.detail ?? 'no such provider';
    await wait(PAUSE_MS);
  }
  throw new Error(`the panel of ${provider} does not give back ${closed.amount} for ${orderId}: ${detail}`);
}

async function listFailed({ store }: World): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`SELECT order_id FROM payment
    WHERE status = 'refund-failed' ORDER BY id`.execute(store.database);
  return rows.map((row) => row.order_id);
}

/** By two operators at once, while a third one may try the refund again. */
const closeFailed: Action = async (world, chance) => {
  const failed = await listFailed(world);
  if (failed.length === 0) return false;
  const orderId = pickRandom(failed, chance);
  return anyDone([
    closeByHand(world, orderId, { kind: 'rest' }),
    closeByHand(world, orderId, { kind: 'rest' }),
    ...(chance() < 0.3 ? [refund(world, orderId, { kind: 'rest' }, chance)] : []),
  ]);
};

const closePart: Action = async (world, chance) => {
  const order = await findPaidOrder(world, chance);
  if (!order) return false;
  await closeByHand(world, order.orderId, drawRefund(order.amount, chance));
  return true;
};

export async function closeFailedRefunds(world: World): Promise<void> {
  for (const orderId of await listFailed(world)) await closeByHand(world, orderId, { kind: 'rest' });
}

export const REFUND_ACTIONS: NamedAction[] = [
  { name: 'refund any order', weight: 2, action: refundAnyOrder },
  { name: 'refund an order, an item or an amount', weight: 3, action: refundPart },
  { name: 'refund twice at once', weight: 2, action: refundTwiceAtOnce },
  { name: 'let a refund fail', weight: 2, action: failRefund },
  { name: 'close a failed refund by hand', weight: 2, action: closeFailed },
  { name: 'refund by hand', weight: 1, action: closePart },
];
