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
import {
  ask,
  beginPatiently,
  type Customer,
  createBasket,
  pressButton,
  readOrder,
  readSettledOrder,
  retryWhileBusy,
} from './buyer.ts';
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

const NAMED = ['claim', 'refund', 'take over'] as const;
type Named = (typeof NAMED)[number];
const namedOf = (event: string): Named | undefined => NAMED.find((name) => event.startsWith(name));
/** All six orders of the three. */
const SEQUENCES = NAMED.flatMap((first) =>
  NAMED.filter((name) => name !== first).map((second) => [
    first,
    second,
    ...NAMED.filter((name) => name !== first && name !== second),
  ]),
);

/**
 * Every order of a guest goes through the same events: paid, opened, claimed, refunded, taken over twice, cancelled, erased.
 * What an event may not do then is refused. For every second order the seed draws the order of events, some of them together.
 * The others are paid first and are claimed, refunded and taken over in one of the six orders, one event after another.
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
  /** How often the three were done in which order. */
  const sequences: Record<string, number> = {};

  async function run(owner: Member, chance: () => number, sequence: Named[] | undefined): Promise<void> {
    const guest = await beginAsGuest(shop);
    await ownAddress(shop, owner, guest.accountId);
    const basket = await retryWhileBusy(() => createBasket(shop, guest, [{ id: productId, count: 1 }]));
    const { body: link } = await beginPatiently(shop, guest, 'epoint', basket.body.id);
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
    // A refund of the whole order takes the key back, and then it cannot be claimed. Money alone leaves the key.
    const isClaimedLater = sequence !== undefined && sequence.indexOf('refund') < sequence.indexOf('claim');
    const part = isClaimedLater || chance() < 0.3 ? ({ kind: 'amount', amount: 100 } as const) : undefined;
    const done: Named[] = [];
    const events: Record<string, () => Promise<boolean>> = {
      pay: async () => {
        const isPaid = (await pressButton(link, 'approve')) === 303;
        // The callback may come after the answer.
        if (sequence) await readSettledOrder(shop, guest, orderId);
        return isPaid;
      },
      open: async () => post(guest, `/api/v1/user/keys/${await keyId()}/reveal`),
      'open by the account': async () => post(owner, `/api/v1/user/keys/${await keyId()}/reveal`),
      claim: async () => post(guest, `/api/v1/user/keys/${await keyId()}/claim`, { reason: 'invalid' }),
      'claim by the account': async () => post(owner, `/api/v1/user/keys/${await keyId()}/claim`, { reason: 'used' }),
      refund: async () => (await payments.refunds.refund(OPERATOR, orderId, part ?? { kind: 'rest' })) !== undefined,
      'take over': async () => (await takeOver(owner.accountId)).length > 0,
      'take over again': async () => (await takeOver(owner.accountId)).length > 0,
      cancel: () => post(guest, `/api/v1/payment/${orderId}/cancel`),
      erase: async () => {
        if (chance() < 0.7) return false;
        await customers.erase(OPERATOR, guest.accountId);
        return true;
      },
    };
    const shuffled = shuffle(Object.entries(events), chance);
    const drawn = sequence ? inSequence(shuffled, sequence) : shuffled;
    while (drawn.length > 0) {
      // One to three events at the same moment.
      const together = drawn.splice(0, sequence ? 1 : 1 + Math.floor(chance() * 3));
      await Promise.all(
        together.map(async ([name, event]) => {
          counts[name] ??= { done: 0, refused: 0 };
          try {
            const isDone = await event();
            counts[name][isDone ? 'done' : 'refused'] += 1;
            const named = namedOf(name);
            if (isDone && named && !done.includes(named)) done.push(named);
          } catch (error) {
            if (error instanceof AppError) counts[name].refused += 1;
            else faults.push(`${name} of ${orderId}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }),
      );
    }
    if (done.length === NAMED.length) sequences[done.join(', ')] = (sequences[done.join(', ')] ?? 0) + 1;
    // A payment under way ends, so that nothing is left open.
    for (const by of [guest, owner]) await readOrder(shop, by, orderId, 5);
    const seenBy = [guest, owner].map(async (by) => (await readOrder(shop, by, orderId)).status === 200);
    if ((await Promise.all(seenBy)).every(Boolean)) faults.push(`two customers see ${orderId}`);
  }

  const plan = owners.map((owner, index) => ({
    owner,
    chance: createRandom(Math.floor(random() * 2 ** 31)),
    sequence: index % 2 === 0 ? SEQUENCES[(index / 2) % SEQUENCES.length] : undefined,
  }));
  await forEachConcurrently(plan, atOnce, ({ owner, chance, sequence }) => run(owner, chance, sequence));
  while ((await payments.refunds.refundDue()) > 0);
  // A payment after a cancellation is confirmed by a callback that comes later.
  faults.push(...(await settle(shop, 20_000)), ...(await findForeignRows(shop)));
  return { counts, sequences, faults };
}

/** The payment first, and the named events in their order at the places that the named events had. */
function inSequence<Event>(events: readonly [name: string, event: Event][], sequence: readonly Named[]) {
  const rank = (name: string) => sequence.indexOf(namedOf(name) ?? 'claim');
  const named = events.filter(([name]) => namedOf(name)).toSorted(([a], [b]) => rank(a) - rank(b));
  const others = events.filter(([name]) => name !== 'pay');
  return [
    ...events.filter(([name]) => name === 'pay'),
    ...others.flatMap((event) => (namedOf(event[0]) ? named.splice(0, 1) : [event])),
  ];
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
