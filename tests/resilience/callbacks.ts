import { randomBytes } from 'node:crypto';
import type { PaymentProviderName } from '@oyna/domain/constants';
import { amountToText } from '@oyna/domain/money';
import { writeEpointForm } from '@oyna/providers/epoint/epoint.signature';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { withSignature } from '@oyna/providers/platron/platron.signature';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import type { Link } from '../../apps/server/src/testing/test-purchase.ts';
import { beginPayment, createBasket, pressButton, retryWhileBusy } from './buyer.ts';
import { findFaults } from './invariant-check.ts';
import { stockProduct } from './stock.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

/** The secrets of the demo. With these a callback is signed as the provider signs it. */
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
  /** For an unknown order. Some protocols have no refusal, so the store asks for a repetition with a 5xx. */
  isForeign?: boolean;
}

export interface CallbackOptions {
  callbacks: number;
  seed: number;
  /** The number of unpaid orders, of unconfirmed orders and of paid orders, for each provider. */
  orders: number;
  /** The attacker has the secret, to show that the test notices. */
  isSecretOut?: boolean;
}

export interface CallbackResult {
  /** How often the store returned each HTTP status. */
  answers: Record<string, number>;
  faults: string[];
}

/** Sends many false or repeated callbacks, with genuine ones among them. */
export async function floodWithCallbacks(shop: ShopAccess, options: CallbackOptions): Promise<CallbackResult> {
  const { callbacks, seed, orders, isSecretOut = false } = options;
  const random = createRandom(seed);
  const productId = await stockProduct(shop.database, orders * PAYMENT_PROVIDERS.length * 3);
  const unpaid = await openOrders(shop, productId, orders);
  const unconfirmed = (await openOrders(shop, productId, orders)).filter(({ provider }) =>
    SIGNING_PROVIDERS.includes(provider),
  );
  const paid = await openOrders(shop, productId, orders);
  for (const provider of SIGNING_PROVIDERS) await dropCallbacks(shop, provider, orders);
  for (const { link } of unconfirmed) await pressButton(link, 'approve');
  for (const { link } of paid) await pressButton(link, 'approve');
  await until(async () => (await countPaid(shop, paid)) === paid.length);

  const faults: string[] = [];
  const answers: Record<string, number> = {};
  const send = async (callback: Callback) => {
    // A provider repeats a callback that a busy store answers with 503.
    const { status } = await retryWhileBusy(async () => ({ status: await post(shop, callback) }));
    answers[status] = (answers[status] ?? 0) + 1;
    if (status >= 500 && !callback.isForeign) faults.push(`${callback.provider} got ${status}`);
    return status;
  };
  const attack = async () => {
    const about = {
      unpaid: pickRandom(unpaid, random),
      unconfirmed: pickRandom(unconfirmed, random),
      paid: pickRandom(paid, random),
    };
    const callback = isSecretOut
      ? signedCallback(about.unpaid, 'paid')
      : pickRandom(FALSE_CALLBACKS, random)(about, random);
    await send(callback);
  };
  // Half of the genuine callbacks come during the attack, the others after it.
  const early = new Map(
    unpaid.slice(0, unpaid.length / 2).map((order) => [Math.floor(random() * callbacks), order] as const),
  );
  await forEachConcurrently(Array.from({ length: callbacks }), 48, async (_nothing, index) => {
    const order = early.get(index);
    if (order) await pressButton(order.link, 'approve');
    await attack();
  });
  const late = unpaid.filter((order) => ![...early.values()].includes(order));
  const wrong = await countPaid(shop, late);
  if (wrong > 0) faults.push(`${wrong} orders were delivered without payment`);
  for (const order of unconfirmed) await send(signedCallback(order, 'paid'));
  for (const { link } of late) await pressButton(link, 'approve');
  const all = [...unpaid, ...unconfirmed, ...paid];
  await until(async () => (await countPaid(shop, all)) === all.length).catch(async () => {
    faults.push(`${all.length - (await countPaid(shop, all))} genuine callbacks were lost`);
  });
  return { answers, faults: [...faults, ...(await findFaults(shop))] };
}

interface About {
  unpaid: Order;
  unconfirmed: Order;
  paid: Order;
}

type FalseCallback = (about: About, random: () => number) => Callback;

const SIGNING_PROVIDERS: PaymentProviderName[] = ['platron', 'epoint'];
const signed = (order: Order): Order =>
  SIGNING_PROVIDERS.includes(order.provider) ? order : { ...order, provider: 'platron' };

const FALSE_CALLBACKS: FalseCallback[] = [
  // Forged: a wrong secret, a signature for another script, a change after signing, no signature, random bytes.
  ({ unpaid }) => signedCallback(signed(unpaid), 'paid', 'not-the-secret'),
  ({ unpaid }) => ({
    ...signedCallback({ ...unpaid, provider: 'platron' }, 'paid', SECRETS.platron, 'check'),
    script: 'result',
  }),
  ({ unpaid }) => tamper(signedCallback(signed(unpaid), 'failed')),
  ({ unpaid }) => ({ ...signedCallback(signed(unpaid), 'paid'), body: 'pg_result=1&data=e30' }),
  ({ unpaid }) => ({ provider: unpaid.provider, script: 'result', body: randomBytes(40) }),
  ({ unpaid }) => unsignedCallback(unpaid),
  // Signed by the provider, with another amount, currency, order or payment.
  ({ unconfirmed }, random) =>
    signedCallback({ ...unconfirmed, amount: unconfirmed.amount + 1 + Math.floor(random() * 9) }, 'paid'),
  ({ unconfirmed }) => signedCallback({ ...unconfirmed, provider: 'platron', currency: 'USD' }, 'paid'),
  ({ unconfirmed }, random) => ({
    ...signedCallback({ ...unconfirmed, orderId: `UNKNOWN${Math.floor(random() * 20)}AAAAAAAAA` }, 'paid'),
    isForeign: true,
  }),
  ({ unconfirmed }) => signedCallback({ ...unconfirmed, providerPaymentId: '777' }, 'paid'),
  // Repeated and out of order.
  ({ paid }) => signedCallback(signed(paid), 'paid', undefined, undefined, paid.provider),
  ({ paid }) => signedCallback(signed(paid), 'failed', undefined, undefined, paid.provider),
];

/** The callback of a provider. Another script or secret makes it a forgery. */
function signedCallback(
  order: Order,
  status: 'paid' | 'failed',
  secret?: string,
  script = 'result',
  sender: PaymentProviderName = order.provider,
): Callback {
  // Kassa24 and TalkBank do not sign. Their callback makes the store ask them.
  if (sender === 'kassa24' || sender === 'talkbank') return unsignedCallback({ ...order, provider: sender });
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
    pg_salt: 'test',
  };
  const body = new URLSearchParams(withSignature(script, fields, secret ?? SECRETS.platron)).toString();
  return { provider: 'platron', script, body };
}

function unsignedCallback({ orderId, provider, amount }: Order): Callback {
  if (provider === 'talkbank') {
    const payment = { order_slug: orderId, is_completed: true, status: 'completed', state_code: 0, amount };
    return { provider, script: 'result', body: JSON.stringify({ event: 'payment', ...payment }) };
  }
  const payment = { id: '1', orderId, amount, status: 1, merchantId: '13812990844141623' };
  return { provider: 'kassa24', script: 'result', body: JSON.stringify(payment) };
}

function tamper(callback: Callback): Callback {
  const fields = new URLSearchParams(String(callback.body));
  if (fields.has('data')) fields.set('data', Buffer.from('{"status":"success"}').toString('base64'));
  else fields.set('pg_result', '1');
  return { ...callback, body: fields.toString() };
}

async function post(shop: ShopAccess, { provider, script, body }: Callback): Promise<number> {
  const response = await fetch(`${shop.url}/api/v1/callbacks/${provider}/${script}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Begins `count` payments with each provider and pays none. */
async function openOrders(shop: ShopAccess, productId: number, count: number): Promise<Order[]> {
  const providers = PAYMENT_PROVIDERS.flatMap(({ name: provider }) => Array.from({ length: count }, () => provider));
  const members = await createMembers(shop, providers.length);
  const links: Link[] = [];
  await forEachConcurrently(providers, 8, async (provider, index) => {
    const member = members[index];
    if (!member) return;
    const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
    links.push((await beginPayment(shop, member, provider, basket.body.id)).body);
  });
  const { rows } = await sql<Omit<Order, 'link'>>`
    SELECT order_id AS "orderId", provider, provider_payment_id AS "providerPaymentId", amount, currency
    FROM payment WHERE order_id = ANY (${links.map(({ orderId }) => orderId)}) ORDER BY id`.execute(shop.database);
  return rows.map((row) => ({ ...row, link: links.find(({ orderId }) => orderId === row.orderId) as Link }));
}

async function countPaid({ database }: ShopAccess, orders: Order[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM payment
    WHERE order_id = ANY (${orders.map(({ orderId }) => orderId)}) AND status = 'paid'`.execute(database);
  return rows[0]?.n ?? 0;
}

/** Makes the sandbox drop its next callbacks. */
export async function dropCallbacks(
  { sandboxUrl }: Pick<ShopAccess, 'sandboxUrl'>,
  provider: string,
  drop: number,
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/${provider}/behaviour`, { method: 'POST', headers, body: JSON.stringify({ drop }) });
}
