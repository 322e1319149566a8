import { setTimeout as wait } from 'node:timers/promises';
import { LATE_PAYMENT_SECONDS } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { createCustomersService } from '../../apps/server/src/features/customers/customers.service.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { closeFailedRefunds } from './random-order.refunds.ts';
import {
  type Action,
  addCode,
  anyDone,
  countIn,
  type NamedAction,
  OPERATOR,
  type World,
} from './random-order.world.ts';
import { pickRandom } from './test-environment.ts';

/** The operations of operators, workers and the clock. */

const changePrice: Action = async ({ store, products }, chance) => {
  const cents = 500 + Math.floor(chance() * 3_000);
  await sql`UPDATE product SET price_cents = greatest(price_cents, ${cents}), price_with_discount_cents = ${cents}
    WHERE id = ${pickRandom(products, chance)}`.execute(store.database);
  return true;
};

const changeRate: Action = async ({ store }, chance) => {
  await sql`UPDATE currency_rate SET rate = round(rate * ${0.95 + chance() / 10}::numeric, 8)
    WHERE currency <> 'USD'`.execute(store.database);
  return true;
};

const withdrawOffer: Action = async ({ store, products }, chance) => {
  await sql`UPDATE product SET offered = ${chance() < 0.8} WHERE id = ${pickRandom(products, chance)}`.execute(
    store.database,
  );
  return true;
};

const createCode: Action = async (world, chance) => {
  await addCode(world, chance);
  return true;
};

const endCode: Action = async ({ store, codes }, chance) => {
  const { numAffectedRows } = await sql`UPDATE promo_code SET expires_at = now()
    WHERE code = ${pickRandom(codes, chance)} AND expires_at IS NULL`.execute(store.database);
  return (numAffectedRows ?? 0n) > 0n;
};

/** A payment expires, and a worker checks it. */
const expire: Action = async ({ store, buyers }, chance) => {
  const link = pickRandom(buyers, chance).links.at(-1);
  if (!link) return false;
  await sql`UPDATE payment SET expires_at = now(), next_check_at = now()
    WHERE order_id = ${link.orderId} AND status IN ('created', 'pending')`.execute(store.database);
  await store.payments.watch.checkDue();
  return true;
};

/** The period for late payments ends for an abandoned payment. */
const letTimePass: Action = async ({ store, buyers }, chance) => {
  const { links } = pickRandom(buyers, chance);
  const link = links[Math.floor(chance() * links.length)];
  if (!link) return false;
  const { numAffectedRows } = await sql`UPDATE payment
    SET given_up_at = given_up_at - make_interval(secs => ${LATE_PAYMENT_SECONDS}),
      created_at = created_at - make_interval(secs => ${LATE_PAYMENT_SECONDS})
    WHERE order_id = ${link.orderId} AND given_up_at IS NOT NULL AND paid_at IS NULL`.execute(store.database);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Sometimes by two operators at once. */
const block: Action = async ({ store, buyers }, chance) => {
  const { accountId } = pickRandom(buyers, chance).member;
  const customers = createCustomersService(store.database);
  const attempts = Array.from({ length: countIn(chance, 2) }, () => customers.block(OPERATOR, accountId, 'test'));
  return anyDone(attempts);
};

/** The buyer signs in again. */
const unblock: Action = async ({ store, buyers }, chance) => {
  const ids = buyers.map(({ member }) => member.accountId);
  const { rows } = await sql<{ id: number }>`SELECT id FROM account
    WHERE id = ANY (${ids}::bigint[]) AND blocked_at IS NOT NULL ORDER BY id`.execute(store.database);
  const accountId = rows.length > 0 ? pickRandom(rows, chance).id : pickRandom(ids, chance);
  await createCustomersService(store.database).unblock(OPERATOR, accountId);
  const { token } = await openSession(store.database, accountId, { userAgent: 'test', address: '127.0.0.1' });
  const buyer = buyers.find(({ member }) => member.accountId === accountId);
  if (buyer) buyer.member = { accountId, token, headers: { authorization: `Bearer ${token}` } };
  return true;
};

const work: Action = async ({ store }) => {
  await store.payments.watch.checkDue();
  await store.payments.refunds.refundDue();
  return true;
};

export const OPERATOR_ACTIONS: NamedAction[] = [
  { name: 'change a price', weight: 2, action: changePrice },
  { name: 'change the rates', weight: 1, action: changeRate },
  { name: 'withdraw or offer a product', weight: 1, action: withdrawOffer },
  { name: 'create a promo code', weight: 2, action: createCode },
  { name: 'end a promo code', weight: 1, action: endCode },
  { name: 'expire a payment', weight: 3, action: expire },
  { name: 'let the time for late payments run out', weight: 2, action: letTimePass },
  { name: 'block a buyer', weight: 1, action: block },
  { name: 'unblock a buyer', weight: 2, action: unblock },
  { name: 'do the work of a worker', weight: 3, action: work },
];

const ROUNDS = 400;
const PAUSE_MS = 50;

/** Abandons open payments, completes every refund and closes failed ones. Returns one line for each that stays open. */
export async function settleEverything(world: World): Promise<string[]> {
  const { store } = world;
  let before = '';
  for (let round = 0; round < ROUNDS; round++) {
    await sql`UPDATE payment SET expires_at = least(expires_at, now()), next_check_at = now()
      WHERE status IN ('created', 'pending')`.execute(store.database);
    while ((await store.payments.watch.checkDue()) > 0);
    await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(store.database);
    while ((await store.payments.refunds.refundDue()) > 0);
    await closeFailedRefunds(world);
    const { rows } = await sql<{ open: number; state: string }>`
      SELECT count(*) FILTER (WHERE status IN ('created', 'pending', 'refunding', 'refund-failed'))::integer AS open,
        concat(count(*) FILTER (WHERE paid_at IS NOT NULL), '/', count(*) FILTER (WHERE given_up_at IS NOT NULL)) AS state
      FROM payment`.execute(store.database);
    // Callbacks may still arrive, so nothing must have changed since the last check.
    if (rows[0]?.open === 0 && rows[0].state === before) return [];
    before = rows[0]?.state ?? '';
    await wait(PAUSE_MS);
  }
  return ['payments or refunds stay open'];
}
