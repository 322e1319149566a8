import { randomBytes } from 'node:crypto';
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '@oyna/domain/constants';
import { amountToText } from '@oyna/domain/money';
import { writeEpointForm } from '@oyna/providers/epoint/epoint.signature';
import { withSignature } from '@oyna/providers/platron/platron.signature';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import type { Link } from '../../apps/server/src/testing/test-purchase.ts';
import { beginPayment, createBasket, pressButton } from './buyer.ts';
import { judge } from './invariant-check.ts';
import { stockProduct } from './stock.ts';
import { drawn, eachAtOnce, type Ground } from './test-environment.ts';

/** What the demo shares with its stand-ins: with these a callback is signed as the provider would sign it. */
const SECRETS = { platron: 'demo-platron-secret', epoint: 'demo-epoint-key' };

interface Order {
  orderId: string;
  provider: PaymentProviderName;
  providerPaymentId: string;
  amount: number;
  currency: string;
  link: Link;
}

interface Callback {
  provider: string;
  script: string;
  body: string | Buffer;
  /** Of an order that is not ours: where the provider cannot be told so, it is to call again. */
  isForeign?: boolean;
}

export interface CallbackOptions {
  callbacks: number;
  seed: number;
  /** Of each provider, as many that nobody has paid yet, and as many whose payment we have not been told of. */
  orders: number;
  /** The attacker has the secret: what the proof looks like without it. */
  isSecretOut?: boolean;
}

export interface CallbackResult {
  /** How often each HTTP status was answered to what was not true. */
  answers: Record<string, number>;
  faults: string[];
}

/** A flood of callbacks that are not true, or not new; in its midst come the genuine ones. */
export async function floodWithCallbacks(ground: Ground, options: CallbackOptions): Promise<CallbackResult> {
  const { callbacks, seed, orders, isSecretOut = false } = options;
  const random = createRandom(seed);
  const productId = await stockProduct(ground.database, orders * PAYMENT_PROVIDERS.length * 3);
  const unpaid = await openOrders(ground, productId, orders);
  const unheard = (await openOrders(ground, productId, orders)).filter(({ provider }) => PROVEN.includes(provider));
  const paid = await openOrders(ground, productId, orders);
  for (const provider of PROVEN) await lose(ground, provider, orders);
  for (const { link } of unheard) await pressButton(link, 'approve');
  for (const { link } of paid) await pressButton(link, 'approve');
  await until(async () => (await countPaid(ground, paid)) === paid.length);

  const faults: string[] = [];
  const answers: Record<string, number> = {};
  const send = async (callback: Callback) => {
    const status = await post(ground, callback);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status >= 500 && !callback.isForeign) faults.push(`${callback.provider} was answered with ${status}`);
    return status;
  };
  const attack = async () => {
    const about = { unpaid: drawn(unpaid, random), unheard: drawn(unheard, random), paid: drawn(paid, random) };
    const lie = isSecretOut ? truth(about.unpaid, 'paid') : drawn(LIES, random)(about, random);
    await send(lie);
  };
  // Half of the genuine ones come in the midst of it, the others when it is over.
  const early = new Map(
    unpaid.slice(0, unpaid.length / 2).map((order) => [Math.floor(random() * callbacks), order] as const),
  );
  await eachAtOnce(Array.from({ length: callbacks }), 48, async (_nothing, index) => {
    const order = early.get(index);
    if (order) await pressButton(order.link, 'approve');
    await attack();
  });
  const late = unpaid.filter((order) => ![...early.values()].includes(order));
  const wrong = await countPaid(ground, late);
  if (wrong > 0) faults.push(`${wrong} orders were delivered that nobody has paid`);
  for (const order of unheard) await send(truth(order, 'paid'));
  for (const { link } of late) await pressButton(link, 'approve');
  const all = [...unpaid, ...unheard, ...paid];
  await until(async () => (await countPaid(ground, all)) === all.length).catch(async () => {
    faults.push(`${all.length - (await countPaid(ground, all))} genuine callbacks were lost`);
  });
  return { answers, faults: [...faults, ...(await judge(ground))] };
}

interface About {
  unpaid: Order;
  unheard: Order;
  paid: Order;
}

type Lie = (about: About, random: () => number) => Callback;

const PROVEN: PaymentProviderName[] = ['platron', 'epoint'];
const signed = (order: Order): Order => (PROVEN.includes(order.provider) ? order : { ...order, provider: 'platron' });

const LIES: Lie[] = [
  // Forged: another's secret, a signature for something else, a change after signing, no signature, no sense.
  ({ unpaid }) => truth(signed(unpaid), 'paid', 'not-the-secret'),
  ({ unpaid }) => ({
    ...truth({ ...unpaid, provider: 'platron' }, 'paid', SECRETS.platron, 'check'),
    script: 'result',
  }),
  ({ unpaid }) => tamper(truth(signed(unpaid), 'failed')),
  ({ unpaid }) => ({ ...truth(signed(unpaid), 'paid'), body: 'pg_result=1&data=e30' }),
  ({ unpaid }) => ({ provider: unpaid.provider, script: 'result', body: randomBytes(40) }),
  ({ unpaid }) => nudge(unpaid),
  // True of somebody else: signed by the provider, with another amount, currency, order or payment.
  ({ unheard }, random) => truth({ ...unheard, amount: unheard.amount + 1 + Math.floor(random() * 9) }, 'paid'),
  ({ unheard }) => truth({ ...unheard, provider: 'platron', currency: 'USD' }, 'paid'),
  ({ unheard }, random) => ({
    ...truth({ ...unheard, orderId: `UNKNOWN${Math.floor(random() * 20)}AAAAAAAAA` }, 'paid'),
    isForeign: true,
  }),
  ({ unheard }) => truth({ ...unheard, providerPaymentId: '777' }, 'paid'),
  // Told before: again, and out of order.
  ({ paid }) => truth(signed(paid), 'paid', undefined, undefined, paid.provider),
  ({ paid }) => truth(signed(paid), 'failed', undefined, undefined, paid.provider),
];

/** As the provider says it. Signed for another's script, or with another secret, it is a forgery. */
function truth(
  order: Order,
  status: 'paid' | 'failed',
  secret?: string,
  script = 'result',
  toldBy: PaymentProviderName = order.provider,
): Callback {
  // Kassa24 and TalkBank prove nothing by themselves: their word is a reason to ask.
  if (toldBy === 'kassa24' || toldBy === 'talkbank') return nudge({ ...order, provider: toldBy });
  const { orderId, providerPaymentId, amount, currency } = order;
  const text = amountToText(amount);
  if (order.provider === 'epoint') {
    const json = JSON.stringify({
      order_id: orderId,
      transaction: providerPaymentId,
      status: status === 'paid' ? 'success' : 'failed',
      amount: Number(text),
    });
    return { provider: 'epoint', script, body: writeEpointForm(json, secret ?? SECRETS.epoint) };
  }
  const fields = {
    pg_order_id: orderId,
    pg_payment_id: providerPaymentId.replace(/\D/g, '') || '1',
    pg_amount: text,
    pg_currency: currency,
    pg_result: status === 'paid' ? '1' : '0',
    pg_can_reject: '0',
    pg_salt: 'proof',
  };
  const body = new URLSearchParams(withSignature(script, fields, secret ?? SECRETS.platron)).toString();
  return { provider: 'platron', script, body };
}

function nudge({ orderId, provider, amount }: Order): Callback {
  if (provider === 'talkbank') {
    const told = { order_slug: orderId, is_completed: true, status: 'completed', state_code: 0, amount };
    return { provider, script: 'result', body: JSON.stringify({ event: 'payment', ...told }) };
  }
  const told = { id: '1', orderId, amount, status: 1, merchantId: '13812990844141623' };
  return { provider: 'kassa24', script: 'result', body: JSON.stringify(told) };
}

function tamper(callback: Callback): Callback {
  const fields = new URLSearchParams(String(callback.body));
  if (fields.has('data')) fields.set('data', Buffer.from('{"status":"success"}').toString('base64'));
  else fields.set('pg_result', '1');
  return { ...callback, body: fields.toString() };
}

async function post(ground: Ground, { provider, script, body }: Callback): Promise<number> {
  const response = await fetch(`${ground.url}/api/v1/callbacks/${provider}/${script}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** So many of each provider, begun and not paid. */
async function openOrders(ground: Ground, productId: number, count: number): Promise<Order[]> {
  const providers = PAYMENT_PROVIDERS.flatMap((provider) => Array.from({ length: count }, () => provider));
  const members = await createMembers(ground, providers.length);
  const links: Link[] = [];
  await eachAtOnce(providers, 8, async (provider, index) => {
    const member = members[index];
    if (!member) return;
    const basket = await createBasket(ground, member, [{ id: productId, count: 1 }]);
    links.push((await beginPayment(ground, member, provider, basket.body.id)).body);
  });
  const { rows } = await sql<Omit<Order, 'link'>>`
    SELECT order_id AS "orderId", provider, provider_payment_id AS "providerPaymentId", amount, currency
    FROM payment WHERE order_id = ANY (${links.map(({ orderId }) => orderId)}) ORDER BY id`.execute(ground.database);
  return rows.map((row) => ({ ...row, link: links.find(({ orderId }) => orderId === row.orderId) as Link }));
}

async function countPaid({ database }: Ground, orders: Order[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM payment
    WHERE order_id = ANY (${orders.map(({ orderId }) => orderId)}) AND status = 'paid'`.execute(database);
  return rows[0]?.n ?? 0;
}

/** So many of its next callbacks do not reach us. */
async function lose({ sandboxUrl }: Ground, provider: string, drop: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/${provider}/knobs`, { method: 'POST', headers, body: JSON.stringify({ drop }) });
}
