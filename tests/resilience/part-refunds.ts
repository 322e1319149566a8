import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { FINANCE_INVARIANTS } from '../../apps/server/src/features/finance/finance.check.ts';
import { checkInvariants } from '../../apps/server/src/features/payment/payment.check.ts';
import { runCli, until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../apps/server/src/testing/test-operator.ts';
import { beginPayment, createBasket, listKeyIds, pressButton, readOrder } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { drawRefund } from './random-order.refunds.ts';
import type { Shop } from './shop-processes.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, pickRandom } from './test-environment.ts';
import { closeUnknownRefunds } from './unknown-refunds.ts';

interface PartRefundOptions {
  orders: number;
  /** How often the worker is killed while it refunds and books. */
  kills: number;
  seed: number;
  atOnce: number;
  /** The longest pause between two kills. */
  pauseMs: number;
  /** Where `shop check` keeps its data. */
  folder: string;
}

export interface PartRefundResult {
  refunds: number;
  /** Requests that the store refused, because nothing was left or another refund was open. */
  refused: number;
  /** Refunds whose provider does not tell what became of them: an operator looked and closed them. */
  byHand: number;
  faults: string[];
}

/** They refund parts. The first keeps its fee with a refund, the second returns it. */
const PROVIDERS = ['epoint', 'platron', 'talkbank'] as const;
const TRIES = 4;
const COST_CENTS = 350;
const LOOK_MS = 300;
const SETTLE_MS = 600_000;

/** Operators refund parts of orders at providers that take a fee, while the worker is killed and started again. */
export async function refundPartsDuringKills(shop: Shop, options: PartRefundOptions): Promise<PartRefundResult> {
  const { orders, kills, seed, atOnce, pauseMs, folder } = options;
  const urls = Object.fromEntries(PROVIDERS.map((name) => [`${name.toUpperCase()}_URL`, `${shop.sandboxUrl}/${name}`]));
  const services = composeServices(parseConfig({ ...urls, LOG_LEVEL: 'silent' }), shop.database);
  await setFees(services.settings);
  const products = [await stockProduct(shop.database, orders * 2, 'ONE', COST_CENTS)];
  products.push(await stockProduct(shop.database, orders, 'TWO', COST_CENTS * 2));
  const random = createRandom(seed);
  const result: PartRefundResult = { refunds: 0, refused: 0, byHand: 0, faults: [] };

  const refundParts = async (member: Member) => {
    const orderId = await buy(shop, member, products, pickRandom(PROVIDERS, random));
    const { amount } = await shop.database
      .selectFrom('payment')
      .select('amount')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await untilRefunded(shop, orderId);
      // Two operators at once. Together they must not take more than is left.
      const wanted = [drawRefund(amount, random), drawRefund(amount, random)];
      const attempts = await Promise.allSettled(
        wanted.map((request) => services.payments.refunds.refund(OPERATOR, orderId, request)),
      );
      const done = attempts.filter(({ status }) => status === 'fulfilled').length;
      result.refunds += done;
      result.refused += attempts.length - done;
      if (done > 1) result.faults.push(`${done} refunds of ${orderId} were open at the same time`);
    }
  };

  const killWorker = async () => {
    for (let killed = 0; killed < kills; killed++) {
      await wait(random() * pauseMs);
      // The signal is sent at once, so what was taken until now was taken by the killed worker.
      const back = shop.kill('worker');
      await releaseRefunds(shop);
      await back;
    }
  };
  let isOver = false;
  const lookByHand = async () => {
    for (; !isOver; await wait(LOOK_MS)) result.byHand += await closeUnknownRefunds(shop, services.payments);
  };
  const looking = lookByHand();
  try {
    await Promise.all([forEachConcurrently(await createMembers(shop, orders), atOnce, refundParts), killWorker()]);
    await untilRefunded(shop);
  } finally {
    isOver = true;
    await looking;
  }
  await until(async () => (await countUnbooked(shop)) === 0, SETTLE_MS);
  result.faults.push(...(await findMoneyFaults(shop)));
  const check = await runCli(['check', '--full'], {
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: folder,
    SANDBOX_PORT: new URL(shop.sandboxUrl).port,
  });
  if (check.code !== 0) result.faults.push(check.stdout || check.stderr);
  return result;
}

/** Besides the invariants, without their code: what went back, what a fee is, and the sum of the ledger. */
export async function findMoneyFaults(shop: Pick<Shop, 'database' | 'sandboxUrl'>): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT order_id || ' gave back ' || sum(refund.amount) || ' of ' || payment.amount AS fault
    FROM payment JOIN refund ON refund.payment_id = payment.id
    GROUP BY payment.id HAVING sum(refund.amount) > payment.amount
    UNION ALL
    SELECT 'the ledger has ' || sum(amount) || ' ' || currency || ' too much' FROM ledger_entry
    GROUP BY currency HAVING sum(amount) <> 0
    UNION ALL
    SELECT order_id || ' has ' || count(*) FILTER (WHERE kind = 'payment') || ' bookings of its payment'
    FROM payment JOIN ledger_transaction ON payment_id = payment.id WHERE paid_at IS NOT NULL
    GROUP BY payment.id HAVING count(*) FILTER (WHERE kind = 'payment') <> 1`.execute(shop.database);
  const invariants = await checkInvariants(shop.database, FINANCE_INVARIANTS);
  return [...rows.map(({ fault }) => fault), ...invariants, ...(await findFaults(shop))];
}

type Settings = ReturnType<typeof composeServices>['settings'];

async function setFees(settings: Settings): Promise<void> {
  const value = PROVIDERS.flatMap((provider) =>
    (['AZN', 'KZT', 'RUB', 'USD'] as const).map((currency) => ({
      provider,
      currency,
      basisPoints: 275,
      fixed: 10,
      isReturned: provider !== 'epoint',
    })),
  );
  // The demo has contracts already.
  const seenVersion = (await settings.list()).find(({ name }) => name === 'provider-fees')?.version ?? 0;
  await settings.changeSetting(OPERATOR, 'provider-fees', { value, seenVersion, reason: 'contracts' });
}

async function buy(shop: Shop, member: Member, products: number[], provider: (typeof PROVIDERS)[number]) {
  const wanted = products.map((id, index) => ({ id, count: 2 - index }));
  const basket = await createBasket(shop, member, wanted);
  const { body: link } = await beginPayment(shop, member, provider, basket.body.id);
  await pressButton(link, 'approve');
  while (listKeyIds((await readOrder(shop, member, link.orderId, 5)).body).length < 3);
  return link.orderId;
}

/** Waits until no refund of the order, or of any order, is on its way. */
async function untilRefunded({ database }: Shop, orderId?: string): Promise<void> {
  let waiting: object[] = [];
  await until(async () => {
    const { rows } = await sql<object>`
      SELECT order_id, provider, tries, next_try_at, refund.detail FROM refund JOIN payment ON payment.id = payment_id
      WHERE refund.status <> 'done' AND (${orderId ?? null}::text IS NULL OR order_id = ${orderId ?? null})`.execute(
      database,
    );
    waiting = rows;
    return rows.length === 0;
  }, SETTLE_MS).catch(() => {
    throw new Error(`refunds wait for too long: ${JSON.stringify(waiting)}`);
  });
}

/** A refund that a killed worker had taken is due again after 90 seconds. This makes it due now. */
async function releaseRefunds({ database }: Shop): Promise<void> {
  await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(database);
}

async function countUnbooked({ database }: Shop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ledger_transaction, finance_cursor
    WHERE ledger_transaction.id > done_id`.execute(database);
  return rows[0]?.count ?? 0;
}
