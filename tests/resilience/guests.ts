import { randomBytes } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createTakeOver } from '../../apps/server/src/features/guests/take-over.service.ts';
import { hashToken } from '../../apps/server/src/platform/token-hash.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import { ask, beginPayment, type Customer, createBasket, pressButton, readOrder } from './buyer.ts';
import { settle } from './process-kills.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, type ShopAccess, shuffle } from './test-environment.ts';

interface GuestOrders {
  orders: number;
  atOnce: number;
  seed: number;
}

/** A customer without an account, by the API. */
export async function beginAsGuest(shop: ShopAccess): Promise<Member> {
  const body = { email: `guest-${randomBytes(8).toString('hex')}@example.com` };
  const answer = await ask<{ token: string }>(shop, { headers: {} } as Customer, 'POST', '/api/v1/guest', { body });
  if (answer.status !== 201) throw new Error(`a guest: ${answer.status}`);
  const { token } = answer.body;
  const { account_id: accountId } = await shop.database
    .selectFrom('account_session')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { accountId, token, headers: { authorization: `Bearer ${token}` } };
}

/** The account has proven the address of the guest. */
export async function ownAddress({ database }: ShopAccess, owner: Member, guestId: number): Promise<void> {
  await sql`UPDATE account SET email = (SELECT email FROM account WHERE id = ${guestId}), email_confirmed_at = now()
    WHERE id = ${owner.accountId}`.execute(database);
}

/**
 * Every order of a guest goes through the same events, in an order that the seed draws, some of them together: paid, opened,
 * claimed, refunded, taken over twice, cancelled, erased. What an event may not do then is refused.
 */
export async function mixGuestEvents(shop: ShopAccess, { orders, atOnce, seed }: GuestOrders) {
  const random = createRandom(seed);
  const config = parseConfig({ EPOINT_URL: `${shop.sandboxUrl}/epoint`, LOG_LEVEL: 'silent' });
  const { payments, customers } = composeServices(config, shop.database);
  const takeOver = createTakeOver(shop.database);
  const productId = await stockProduct(shop.database, orders);
  const owners = await createMembers(shop, orders);
  const faults: string[] = [];
  const counts: Record<string, { done: number; refused: number }> = {};

  async function run(owner: Member, chance: () => number): Promise<void> {
    const guest = await beginAsGuest(shop);
    await ownAddress(shop, owner, guest.accountId);
    const basket = await createBasket(shop, guest, [{ id: productId, count: 1 }]);
    const { body: link } = await beginPayment(shop, guest, 'epoint', basket.body.id);
    const { orderId } = link;
    const keyId = async () => {
      const { rows } = await sql<{ id: number }>`SELECT delivery.key_id AS id FROM payment
        JOIN order_item ON order_item.payment_id = payment.id JOIN delivery ON delivery.order_item_id = order_item.id
        WHERE payment.order_id = ${orderId}`.execute(shop.database);
      return rows[0]?.id ?? 1;
    };
    const post = async (by: Customer, path: string, body?: object) => {
      const { status } = await ask(shop, by, 'POST', path, { body });
      if (status >= 500) throw new Error(`${path}: ${status}`);
      return status < 300;
    };
    const events: Record<string, () => Promise<boolean>> = {
      pay: async () => (await pressButton(link, 'approve')) === 303,
      open: async () => post(guest, `/api/v1/user/keys/${await keyId()}/reveal`),
      'open by the account': async () => post(owner, `/api/v1/user/keys/${await keyId()}/reveal`),
      claim: async () => post(guest, `/api/v1/user/keys/${await keyId()}/claim`, { reason: 'invalid' }),
      'claim by the account': async () => post(owner, `/api/v1/user/keys/${await keyId()}/claim`, { reason: 'used' }),
      refund: async () => (await payments.refunds.refund(OPERATOR, orderId)) !== undefined,
      'take over': async () => (await takeOver(owner.accountId)).length > 0,
      'take over again': async () => (await takeOver(owner.accountId)).length > 0,
      cancel: () => post(guest, `/api/v1/payment/${orderId}/cancel`),
      erase: async () => {
        if (chance() < 0.7) return false;
        await customers.erase(OPERATOR, guest.accountId);
        return true;
      },
    };
    const drawn = shuffle(Object.entries(events), chance);
    while (drawn.length > 0) {
      // One to three events at the same moment.
      const together = drawn.splice(0, 1 + Math.floor(chance() * 3));
      await Promise.all(
        together.map(async ([name, event]) => {
          counts[name] ??= { done: 0, refused: 0 };
          try {
            counts[name][(await event()) ? 'done' : 'refused'] += 1;
          } catch (error) {
            if (error instanceof AppError) counts[name].refused += 1;
            else faults.push(`${name} of ${orderId}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }),
      );
    }
    // A payment under way ends, so that nothing is left open.
    for (const by of [guest, owner]) await readOrder(shop, by, orderId, 5);
    const seenBy = [guest, owner].map(async (by) => (await readOrder(shop, by, orderId)).status === 200);
    if ((await Promise.all(seenBy)).every(Boolean)) faults.push(`two customers see ${orderId}`);
  }

  const plan = owners.map((owner) => ({ owner, chance: createRandom(Math.floor(random() * 2 ** 31)) }));
  await forEachConcurrently(plan, atOnce, ({ owner, chance }) => run(owner, chance));
  while ((await payments.refunds.refundDue()) > 0);
  // A payment after a cancellation is confirmed by a callback that comes later.
  faults.push(...(await settle(shop, 20_000)), ...(await findForeignRows(shop)));
  return { counts, faults };
}

/** Claims and baskets that belong to another account than their order, and links of erased customers. */
export async function findForeignRows({ database }: ShopAccess): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT 'the claim about key ' || key_claim.key_id || ' is not of the buyer' AS fault FROM key_claim
    JOIN delivery ON delivery.key_id = key_claim.key_id JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id WHERE payment.account_id <> key_claim.account_id
    UNION ALL
    SELECT 'the basket of ' || order_id || ' is not of the buyer' FROM payment JOIN basket ON basket.id = basket_id
    WHERE basket.account_id <> payment.account_id
    UNION ALL
    SELECT 'a link opens the order of the erased customer ' || account.id FROM order_link
    JOIN payment ON payment.id = payment_id JOIN account ON account.id = payment.account_id
    WHERE account.erased_at IS NOT NULL`.execute(database);
  return rows.map(({ fault }) => fault);
}
