import { setTimeout as wait } from 'node:timers/promises';
import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_STATUS } from '@oyna/domain/states';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { checkInvariants } from '../../apps/server/src/features/payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from '../../apps/server/src/features/top-up/top-up.check.ts';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { ask, pressButton } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { compareSupplierBooks, readSupplierBooks } from './supplier-books.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

export interface TopUpOptions {
  topUps: number;
  seed: number;
  atOnce: number;
  /** How often a worker is killed and replaced while orders come in. */
  kills: number;
  kill: () => Promise<void>;
  /** The longest pause between two changes of conditions. */
  pauseMs: number;
  /** Makes everything due at once afterwards instead of waiting for the clock. */
  skipsWaiting: boolean;
}

export interface TopUpResult {
  delivered: number;
  refunded: number;
  notPaid: number;
  /** The longest time that the result of a top-up was unknown, from its first call to the end. */
  longestSeconds: number;
  faults: string[];
}

type Ending = 'delivered' | 'refunded' | 'not-paid';

interface Wanted {
  id: number;
  provider: 'epoint' | 'platron';
  account: string;
  amount: number;
  ending: Ending;
  isDoubleClick: boolean;
}

interface Answer {
  orderId: string;
  link_url: string;
  code?: string;
}

const UC = [311, 312, 313];
const SUMS = { epoint: [500, 1000, 2500, 5000], platron: [100, 250, 1000, 2500] } as const;
const BUYER = { headers: {} as { authorization: string } };
const TRIES = 60;
const RETRY_MS = 50;
/** The longest time that the result of a top-up may be unknown. */
const UNKNOWN_SECONDS = 60;
const SETTLE_MS = 240_000;
/** A busy machine may take longer. The short run does not limit the time. */
const PATIENT_MS = 120_000;

/**
 * Orders and pays top-ups over HTTP while calls to the suppliers fail, callbacks are lost, late or repeated, the balance
 * at a supplier runs out, and workers are killed. Returns when each top-up has ended.
 */
export async function runTopUpsWithFaults(shop: ShopAccess, options: TopUpOptions): Promise<TopUpResult> {
  const { topUps, seed, atOnce, skipsWaiting } = options;
  const random = createRandom(seed);
  const wanted = Array.from({ length: topUps }, (_, index) => drawTopUp(index, seed, random));
  const faults: string[] = [];
  const orders = new Map<string, Wanted>();
  const isOver = { value: false };
  const conditions = changeConditions(shop, options, createRandom(seed + 1), () => orders.size / topUps, isOver);
  await forEachConcurrently(wanted, atOnce, async (one) => {
    const answer = await order(shop, one, faults);
    if (!answer) return;
    if (orders.has(answer.orderId)) faults.push(`${answer.orderId} was given to two buyers`);
    orders.set(answer.orderId, one);
    await decide(answer, one, faults);
  });
  isOver.value = true;
  await conditions;
  await until(() => isSettled(shop, skipsWaiting), skipsWaiting ? PATIENT_MS : SETTLE_MS).catch(() => {});
  const ended = await listEndings(shop);
  faults.push(...compareEndings(orders, ended));
  const longestSeconds = await findLongestSeconds(shop);
  if (!skipsWaiting && longestSeconds > UNKNOWN_SECONDS) {
    faults.push(`the result of a top-up was unknown for ${longestSeconds} s`);
  }
  const count = (ending: Ending) => [...orders.keys()].filter((orderId) => ended.get(orderId) === ending).length;
  return {
    delivered: count('delivered'),
    refunded: count('refunded'),
    notPaid: count('not-paid'),
    longestSeconds,
    faults: [...faults, ...(await findTopUpFaults(shop))],
  };
}

/** Checks all invariants and compares the books of providers and suppliers with ours. */
export async function findTopUpFaults(shop: ShopAccess): Promise<string[]> {
  return [
    ...(await findFaults(shop)),
    ...(await checkInvariants(shop.database, TOP_UP_INVARIANTS)),
    ...(await compareSupplierBooks(shop.database, await readSupplierBooks(shop.sandboxUrl))),
  ];
}

/** The name of the account decides what the supplier does. Some buyers decline. */
function drawTopUp(index: number, seed: number, random: () => number): Wanted {
  const provider = pickRandom(['epoint', 'platron'] as const, random);
  const isSteam = random() < 0.6;
  const chance = random();
  const isFailing = chance < 0.08;
  const ending = random() < 0.03 ? 'not-paid' : isFailing ? 'refunded' : 'delivered';
  const name = `${String(seed).slice(-4)}${String(index).padStart(7, '0')}`;
  const prefix = isFailing ? 'fail_' : chance < 0.16 ? 'slow_' : chance < 0.24 ? 'timeout_' : 'gamer_';
  const player = `5${name}${isFailing ? '1111' : chance < 0.24 ? '2222' : '7'}`;
  return {
    id: isSteam ? STEAM_SERVICE_ID : pickRandom(UC, random),
    provider,
    account: isSteam ? prefix + name : player,
    amount: isSteam ? pickRandom(SUMS[provider], random) : 0,
    ending,
    isDoubleClick: random() < 0.1,
  };
}

/** Orders as a browser does: with one idempotency key, repeated on failure, and sometimes by a double click. */
async function order(shop: ShopAccess, wanted: Wanted, faults: string[]): Promise<Answer | undefined> {
  const { id, provider, account, amount, isDoubleClick } = wanted;
  const request = {
    body: { id, serviceObject: { account, amount } },
    headers: { 'idempotency-key': `test ${account}` },
  };
  const send = () => ask<Answer>(shop, BUYER, 'POST', `/api/v1/replenishment/front/${provider}`, request);
  let last = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const answers = await Promise.all(isDoubleClick ? [send(), send()] : [send()]);
    const links = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    if (new Set(links.map(({ orderId }) => orderId)).size > 1) faults.push(`two orders for one: ${account}`);
    if (links[0]) return links[0];
    last = answers.map(({ status, body }) => `${status} ${body.code}`).join(', ');
    await wait(RETRY_MS);
  }
  faults.push(`${account} could not be ordered: ${last}`);
  return undefined;
}

async function decide(answer: Answer, { ending, account }: Wanted, faults: string[]): Promise<void> {
  const button = ending === 'not-paid' ? 'decline' : 'approve';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if ((await pressButton(answer, button)) === 303) return;
    await wait(RETRY_MS);
  }
  faults.push(`${account} could not be paid`);
}

const CONDITIONS: readonly { sandbox: string; behaviour: object }[] = [
  { sandbox: 'g2bulk', behaviour: { repeat: 2 } },
  { sandbox: 'g2bulk', behaviour: { reorder: 5 } },
  { sandbox: 'g2bulk', behaviour: { drop: 40 } },
  { sandbox: 'g2bulk', behaviour: { callbackDelayMs: 3_000 } },
  { sandbox: 'g2bulk', behaviour: { forge: 'order' } },
  { sandbox: 'g2bulk', behaviour: { forge: 'signature' } },
  { sandbox: 'g2bulk', behaviour: { balanceCents: 0 } },
  { sandbox: 'g-engine', behaviour: { balanceCents: 0 } },
  { sandbox: 'epoint', behaviour: { drop: 3 } },
  { sandbox: 'platron', behaviour: { repeat: 1 } },
];

/** Runs until everything is ordered and spreads the kills evenly over that time. */
async function changeConditions(
  { sandboxUrl }: ShopAccess,
  { kills, kill, pauseMs }: TopUpOptions,
  random: () => number,
  progress: () => number,
  isOver: { value: boolean },
): Promise<void> {
  for (let killed = 0; !isOver.value || killed < kills; ) {
    await wait(random() * pauseMs);
    if (killed < kills && (isOver.value || progress() > (killed + 0.5) / kills)) {
      killed += 1;
      await kill();
    }
    if (isOver.value) continue;
    const { sandbox, behaviour } = pickRandom(CONDITIONS, random);
    await setBehaviour(sandboxUrl, sandbox, behaviour);
    await wait(random() * pauseMs);
    await resetBehaviour(sandboxUrl, sandbox);
  }
}

async function setBehaviour(sandboxUrl: string, sandbox: string, behaviour: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/${sandbox}/behaviour`, { method: 'POST', headers, body: JSON.stringify(behaviour) });
}

const resetBehaviour = (sandboxUrl: string, sandbox: string) =>
  fetch(`${sandboxUrl}/${sandbox}/behaviour`, { method: 'DELETE' });

/** True when no top-up waits for its payment, its delivery or its refund. */
async function isSettled({ database }: ShopAccess, skipsWaiting: boolean): Promise<boolean> {
  if (skipsWaiting) await makeDue(database);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM top_up
    WHERE status IN (2, 3) OR (status = 4 AND paid_at IS NOT NULL)`.execute(database);
  await wait(skipsWaiting ? 200 : 1_000);
  return rows[0]?.n === 0;
}

/** Makes everything due that no worker is processing. */
async function makeDue(database: ShopAccess['database']): Promise<void> {
  await sql`UPDATE top_up SET next_try_at = now() WHERE status = 3`.execute(database);
  await sql`UPDATE payment SET next_check_at = now() WHERE status = 'pending'`.execute(database);
  await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(database);
}

const ENDINGS: Record<number, Ending> = {
  [TOP_UP_STATUS.delivered]: 'delivered',
  [TOP_UP_STATUS.refunded]: 'refunded',
  [TOP_UP_STATUS.failed]: 'not-paid',
};

async function listEndings({ database }: ShopAccess): Promise<Map<string, string>> {
  const { rows } = await sql<{ order_id: string; status: number; is_paid: boolean; detail: string | null }>`
    SELECT order_id, top_up.status, top_up.paid_at IS NOT NULL AS is_paid, top_up.detail
    FROM top_up JOIN payment ON payment.top_up_id = top_up.id`.execute(database);
  return new Map(
    rows.map(({ order_id: id, status, is_paid: isPaid, detail }) => {
      const ending = status === TOP_UP_STATUS.failed && isPaid ? undefined : ENDINGS[status];
      return [id, ending ?? `left at ${status} (${detail})`];
    }),
  );
}

function compareEndings(orders: ReadonlyMap<string, Wanted>, ended: ReadonlyMap<string, string>): string[] {
  const wrong = [...orders].flatMap(([orderId, { account, ending }]) => {
    const found = ended.get(orderId) ?? 'lost';
    return found === ending ? [] : [`${orderId} for ${account} is ${found}, not ${ending}`];
  });
  // An order whose link never reached its buyer stays unpaid.
  const unasked = [...ended].filter(([orderId, found]) => !orders.has(orderId) && found !== 'not-paid');
  return [...wrong, ...unasked.map(([orderId, found]) => `${orderId} is ${found} without an order`)];
}

async function findLongestSeconds({ database }: ShopAccess): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT max(extract(epoch FROM coalesce(delivered_at, refund.created_at, now()) - unanswered_since))::integer AS seconds
    FROM top_up JOIN payment ON payment.top_up_id = top_up.id LEFT JOIN refund ON refund.payment_id = payment.id
    WHERE unanswered_since IS NOT NULL`.execute(database);
  return rows[0]?.seconds ?? 0;
}
