import { setTimeout as wait } from 'node:timers/promises';
import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_STATUS } from '@oyna/domain/states';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { checkInvariants } from '../../apps/server/src/features/payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from '../../apps/server/src/features/top-up/top-up.check.ts';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { ask, pressButton } from './buyer.ts';
import { judge } from './invariant-check.ts';
import { compareSupplierBooks, readSupplierBooks } from './supplier-books.ts';
import { drawn, eachAtOnce, type Ground } from './test-environment.ts';

export interface TopUpOptions {
  topUps: number;
  seed: number;
  atOnce: number;
  /** A worker is killed, and another takes over, so many times while they are ordered. */
  kills: number;
  kill: () => Promise<void>;
  /** At most so long from one change of the weather to the next. */
  pauseMs: number;
  /** Does not wait for the clock afterwards: what is due within the next minutes is due now. */
  isHurried: boolean;
}

export interface TopUpResult {
  delivered: number;
  refunded: number;
  notPaid: number;
  /** The longest that nobody knew what had become of one: from the first call for it to the end. */
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
/** Nobody may be left without knowing for longer. */
const UNKNOWN_SECONDS = 60;
const SETTLE_MS = 240_000;
/** A busy machine has the time it needs: how long it took is told, not judged. */
const PATIENT_MS = 120_000;

/**
 * Buyers who order and pay, over HTTP, while calls to the suppliers meet with trouble, their callbacks get lost or come
 * late or twice, our balance there runs out, and workers are killed. Ends when each top-up has.
 */
export async function topUpThroughTrouble(ground: Ground, options: TopUpOptions): Promise<TopUpResult> {
  const { topUps, seed, atOnce, isHurried } = options;
  const random = createRandom(seed);
  const wanted = Array.from({ length: topUps }, (_, index) => draw(index, seed, random));
  const faults: string[] = [];
  const orders = new Map<string, Wanted>();
  const isOver = { value: false };
  const weather = changeWeather(ground, options, createRandom(seed + 1), () => orders.size / topUps, isOver);
  await eachAtOnce(wanted, atOnce, async (one) => {
    const answer = await order(ground, one, faults);
    if (!answer) return;
    if (orders.has(answer.orderId)) faults.push(`${answer.orderId} was given to two buyers`);
    orders.set(answer.orderId, one);
    await decide(answer, one, faults);
  });
  isOver.value = true;
  await weather;
  await until(() => isSettled(ground, isHurried), isHurried ? PATIENT_MS : SETTLE_MS).catch(() => {});
  const ended = await listEnded(ground);
  faults.push(...compareEndings(orders, ended));
  const longestSeconds = await findLongest(ground);
  if (!isHurried && longestSeconds > UNKNOWN_SECONDS) {
    faults.push(`for ${longestSeconds} s nobody knew what had become of one`);
  }
  const count = (ending: Ending) => [...orders.keys()].filter((orderId) => ended.get(orderId) === ending).length;
  return {
    delivered: count('delivered'),
    refunded: count('refunded'),
    notPaid: count('not-paid'),
    longestSeconds,
    faults: [...faults, ...(await judgeTopUps(ground))],
  };
}

/** Everything that must hold inside, and the books of providers and suppliers beside ours. */
export async function judgeTopUps(ground: Ground): Promise<string[]> {
  return [
    ...(await judge(ground)),
    ...(await checkInvariants(ground.database, TOP_UP_INVARIANTS)),
    ...(await compareSupplierBooks(ground.database, await readSupplierBooks(ground.sandboxUrl))),
  ];
}

/** What becomes of it at the supplier is told by how its account is written. Some buyers change their mind. */
function draw(index: number, seed: number, random: () => number): Wanted {
  const provider = drawn(['epoint', 'platron'] as const, random);
  const isSteam = random() < 0.6;
  const chance = random();
  const isFailing = chance < 0.08;
  const ending = random() < 0.03 ? 'not-paid' : isFailing ? 'refunded' : 'delivered';
  const name = `${String(seed).slice(-4)}${String(index).padStart(7, '0')}`;
  const prefix = isFailing ? 'fail_' : chance < 0.16 ? 'slow_' : chance < 0.24 ? 'timeout_' : 'gamer_';
  const player = `5${name}${isFailing ? '1111' : chance < 0.24 ? '2222' : '7'}`;
  return {
    id: isSteam ? STEAM_SERVICE_ID : drawn(UC, random),
    provider,
    account: isSteam ? prefix + name : player,
    amount: isSteam ? drawn(SUMS[provider], random) : 0,
    ending,
    isDoubleClick: random() < 0.1,
  };
}

/** As a browser does it: under one key, again when there is no good answer, and sometimes by two clicks at once. */
async function order(ground: Ground, wanted: Wanted, faults: string[]): Promise<Answer | undefined> {
  const { id, provider, account, amount, isDoubleClick } = wanted;
  const request = {
    body: { id, serviceObject: { account, amount } },
    headers: { 'idempotency-key': `proof ${account}` },
  };
  const send = () => ask<Answer>(ground, BUYER, 'POST', `/api/v1/replenishment/front/${provider}`, request);
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

const WEATHER: readonly { standIn: string; knobs: object }[] = [
  { standIn: 'g2bulk', knobs: { repeat: 2 } },
  { standIn: 'g2bulk', knobs: { reorder: 5 } },
  { standIn: 'g2bulk', knobs: { drop: 40 } },
  { standIn: 'g2bulk', knobs: { callbackDelayMs: 3_000 } },
  { standIn: 'g2bulk', knobs: { forge: 'order' } },
  { standIn: 'g2bulk', knobs: { forge: 'signature' } },
  { standIn: 'g2bulk', knobs: { balanceCents: 0 } },
  { standIn: 'g-engine', knobs: { balanceCents: 0 } },
  { standIn: 'epoint', knobs: { drop: 3 } },
  { standIn: 'platron', knobs: { repeat: 1 } },
];

/** Until all is ordered; the kills fall evenly on the way there. */
async function changeWeather(
  { sandboxUrl }: Ground,
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
    const { standIn, knobs } = drawn(WEATHER, random);
    await turn(sandboxUrl, standIn, knobs);
    await wait(random() * pauseMs);
    await calm(sandboxUrl, standIn);
  }
}

async function turn(sandboxUrl: string, standIn: string, knobs: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/${standIn}/knobs`, { method: 'POST', headers, body: JSON.stringify(knobs) });
}

const calm = (sandboxUrl: string, standIn: string) => fetch(`${sandboxUrl}/${standIn}/knobs`, { method: 'DELETE' });

/** Nothing waits for its payment, its delivery or its money. */
async function isSettled({ database }: Ground, isHurried: boolean): Promise<boolean> {
  if (isHurried) await makeDue(database);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM top_up
    WHERE status IN (2, 3) OR (status = 4 AND paid_at IS NOT NULL)`.execute(database);
  await wait(isHurried ? 200 : 1_000);
  return rows[0]?.n === 0;
}

/** What nobody has in hand just now. */
async function makeDue(database: Ground['database']): Promise<void> {
  await sql`UPDATE top_up SET next_try_at = now() WHERE status = 3`.execute(database);
  await sql`UPDATE payment SET next_check_at = now() WHERE status = 'pending'`.execute(database);
  await sql`UPDATE refund SET next_try_at = now() WHERE status = 'waiting'`.execute(database);
}

const ENDINGS: Record<number, Ending> = {
  [TOP_UP_STATUS.delivered]: 'delivered',
  [TOP_UP_STATUS.refunded]: 'refunded',
  [TOP_UP_STATUS.failed]: 'not-paid',
};

async function listEnded({ database }: Ground): Promise<Map<string, string>> {
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
  // What nobody was given the link to is never paid.
  const unasked = [...ended].filter(([orderId, found]) => !orders.has(orderId) && found !== 'not-paid');
  return [...wrong, ...unasked.map(([orderId, found]) => `${orderId} is ${found}, and nobody ordered it`)];
}

async function findLongest({ database }: Ground): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT max(extract(epoch FROM coalesce(delivered_at, refund.created_at, now()) - unanswered_since))::integer AS seconds
    FROM top_up JOIN payment ON payment.top_up_id = top_up.id LEFT JOIN refund ON refund.payment_id = payment.id
    WHERE unanswered_since IS NOT NULL`.execute(database);
  return rows[0]?.seconds ?? 0;
}
