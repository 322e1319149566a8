import { randomBytes } from 'node:crypto';
import { claimTokenOf } from '@oyna/domain/claim-link';
import { AppError } from '@oyna/domain/errors';
import { storeDay } from '@oyna/domain/store-time';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import { ask, buyOne, type Customer, retryWhileBusy } from './buyer.ts';
import { settle } from './process-kills.ts';
import { addCountry, stockProduct } from './stock.ts';
import { forEachConcurrently, type ShopAccess, shuffle } from './test-environment.ts';

interface GiftRaces {
  gifts: number;
  atOnce: number;
  seed: number;
}

/** What happened to one gift. */
export interface GiftOutcome {
  /** Browsers that got the key. */
  opened: number;
  /** How often the giver was notified that the gift is opened. */
  notices: number;
  /** The giver got the answer that the gift is taken back. */
  takenBack: boolean;
  /** The giver got the key. */
  shown: boolean;
  /** An operator has refunded the order. */
  refunded: boolean;
  status: string;
}

/** Exactly one of opening and taking back happens, and each side sees what happened. */
export function faultOfGift({ opened, notices, takenBack, shown, refunded, status }: GiftOutcome): string | undefined {
  if (opened > 1) return `opened by ${opened} browsers`;
  if (opened !== notices) return `opened by ${opened} browsers, and the giver was notified ${notices} times`;
  if (opened === 1 && status !== 'opened') return `opened, but ${status}`;
  if (opened === 1 && takenBack) return 'opened and taken back';
  if (opened === 1 && shown) return 'opened by the recipient and by the giver';
  if (opened === 0 && status === 'opened') return 'marked as opened, but no browser got the key';
  if (opened === 0 && status !== 'taken-back') return `neither opened nor taken back: ${status}`;
  if (opened === 0 && !takenBack && !refunded) return 'taken back without a cause';
  return shown && !takenBack && !refunded ? 'shown to the giver although it was given' : undefined;
}

const newSecret = () => randomBytes(16).toString('base64url');
const VISITOR = { headers: {} } as Customer;

/**
 * Each gift is opened by two browsers, one of them in two tabs, taken back, looked at by its giver and sometimes refunded at the
 * same moment.
 */
export async function raceGifts(shop: ShopAccess, { gifts, atOnce, seed }: GiftRaces) {
  const random = createRandom(seed);
  const config = parseConfig({ EPOINT_URL: `${shop.sandboxUrl}/epoint`, LOG_LEVEL: 'silent' });
  const { payments } = composeServices(config, shop.database);
  const productId = await stockProduct(shop.database, gifts);
  const givers = await createMembers(shop, gifts);
  const country = await addCountry(shop.database);
  const faults: string[] = [];
  const counts = { opened: 0, takenBack: 0, refunded: 0 };

  async function run(giver: Member, chance: () => number): Promise<void> {
    const purchase = await buyOne(shop, giver, productId, 'epoint');
    const [keyId] = purchase.keyIds;
    if (keyId === undefined) throw new Error(`nothing to give: ${purchase.outcome}`);
    const { order_id: orderId } = await shop.database
      .selectFrom('payment')
      .select('order_id')
      .where('account_id', '=', giver.accountId)
      .where('paid_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const path = `/api/v1/user/keys/${keyId}`;
    const body = { channel: 'link', day: storeDay(new Date()), country, accepted: true };
    const given = await retryWhileBusy(() => ask<{ link: string }>(shop, giver, 'POST', `${path}/gift`, { body }));
    const token = claimTokenOf(given.body.link?.split('#')[1] ?? '') ?? '';
    const outcome = { takenBack: false, shown: false, refunded: false };
    const openedBy = new Set<string>();

    /** Any refusal is fine, but no failure. */
    const isDone = async (by: Customer, method: 'POST' | 'DELETE', address: string, sent?: object) => {
      const { status } = await ask(shop, by, method, address, { body: sent });
      if (status >= 500) faults.push(`${method} ${address}: ${status}`);
      return status < 300;
    };
    const open = (device: string) => async () => {
      if (await isDone(VISITOR, 'POST', '/api/v1/gift/open', { token, device })) openedBy.add(device);
    };
    const [first, second] = [newSecret(), newSecret()];
    const events = [
      open(first),
      open(first),
      open(second),
      async () => {
        outcome.takenBack = await isDone(giver, 'DELETE', `${path}/gift`);
      },
      async () => {
        outcome.shown = await isDone(giver, 'POST', `${path}/reveal`);
      },
      async () => {
        if (chance() < 0.7) return;
        await payments.refunds.refund(OPERATOR, orderId).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        outcome.refunded = true;
      },
    ];
    await Promise.all(shuffle(events, chance).map((event) => event()));
    // By the order: a key that went back to stock may be the gift of another buyer by now.
    const { rows } = await sql<{ status: string }>`SELECT gift.status FROM gift
      JOIN order_item ON order_item.id = gift.order_item_id JOIN payment ON payment.id = order_item.payment_id
      WHERE payment.order_id = ${orderId}`.execute(shop.database);
    const sent = await sql`SELECT FROM notification
      WHERE account_id = ${giver.accountId} AND kind = 'gift'`.execute(shop.database);
    const opened = openedBy.size;
    const fault = faultOfGift({ ...outcome, opened, notices: sent.rows.length, status: rows[0]?.status ?? 'missing' });
    if (fault) faults.push(`the gift of key ${keyId}: ${fault}`);
    if (opened > 0) counts.opened += 1;
    else counts[outcome.takenBack ? 'takenBack' : 'refunded'] += 1;
  }

  const plan = givers.map((giver) => ({ giver, chance: createRandom(Math.floor(random() * 2 ** 31)) }));
  await forEachConcurrently(plan, atOnce, ({ giver, chance }) => run(giver, chance));
  while ((await payments.refunds.refundDue()) > 0);
  faults.push(...(await settle(shop, 20_000)));
  return { counts, faults };
}
