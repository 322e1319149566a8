import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentProviderName } from '@oyna/domain/constants';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import { TALKBANK_TEST_CARDS } from '@oyna/sandboxes/talkbank/talkbank.sandbox';
import type { Member } from '../../apps/server/src/testing/test-member.ts';
import type { Link, ShownOrder } from '../../apps/server/src/testing/test-purchase.ts';
import type { ShopAccess } from './test-environment.ts';

/** A buyer who uses HTTP only, as a browser does. */

export type ShopUrl = Pick<ShopAccess, 'url'>;
export type Customer = Pick<Member, 'headers'>;

interface Answer<Body> {
  status: number;
  body: Body;
}

interface AskOptions {
  body?: object | undefined;
  headers?: Record<string, string>;
}

export async function ask<Body>(
  shop: ShopUrl,
  customer: Customer,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, headers = {} }: AskOptions = {},
): Promise<Answer<Body>> {
  const { status, text } = await sendHttp(method, `${shop.url}${path}`, {
    headers: { ...customer.headers, ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status, body: (text ? JSON.parse(text) : null) as Body };
}

interface CreatedBasket {
  id: string;
  refused: { id: number; count: number }[];
}

export const createBasket = (shop: ShopUrl, customer: Customer, items: { id: number; count: number }[]) =>
  ask<CreatedBasket>(shop, customer, 'POST', '/api/v1/basket/create', { body: items });

/** "Buy now": a basket of one product beside the cart. */
export const openDirectBasket = (shop: ShopUrl, customer: Customer, productId: number, count: number) =>
  ask<{ id: string }>(shop, customer, 'POST', '/api/v1/basket/direct', { body: { productId, count } });

export const beginPayment = (
  shop: ShopUrl,
  customer: Customer,
  provider: PaymentProviderName,
  basketId: string,
  idempotencyKey?: string,
) =>
  ask<Link & { code?: string }>(shop, customer, 'POST', `/api/v1/payment/${provider}/${basketId}`, {
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  });

/** The order of a payment that was begun and not decided. Null when there is none, undefined when the store did not answer. */
export async function findWaitingPayment(shop: ShopUrl, customer: Customer): Promise<string | null | undefined> {
  const cart = await ask<{ payment: { orderId: string } | null } | null>(
    shop,
    customer,
    'GET',
    '/api/v1/user/basket/actual',
  );
  return cart.status < 300 ? (cart.body?.payment?.orderId ?? null) : undefined;
}

export const cancelPayment = (shop: ShopUrl, customer: Customer, orderId: string) =>
  ask<null>(shop, customer, 'POST', `/api/v1/payment/${orderId}/cancel`);

/** With `seconds`, the request waits that long for the order to be settled. */
export const readOrder = (shop: ShopUrl, customer: Customer, orderId: string, seconds = 0) =>
  ask<ShownOrder>(shop, customer, 'GET', `/api/v1/user/orders/${orderId}?wait=${seconds}`);

/** Approves or declines on the provider's page. Returns 303 once the payment is decided. */
export async function pressButton(link: PaymentPlace, button: 'approve' | 'decline'): Promise<number> {
  if (link.cardForm) return enterCard(link.cardForm, button);
  return (await sendHttp('POST', `${link.link_url}/${button}`)).status;
}

type PaymentPlace = Pick<Link, 'link_url'> & Partial<Pick<Link, 'cardForm'>>;

/** TalkBank has no page: the browser sends it the card. The test card decides the outcome, and a token works once. */
async function enterCard(form: NonNullable<Link['cardForm']>, button: 'approve' | 'decline'): Promise<number> {
  const number = TALKBANK_TEST_CARDS[button === 'approve' ? 'approved' : 'declined'];
  const card_info = { number, month: '12', year: '99', cvv: '123', holder: 'TEST BUYER' };
  const { status, text } = await sendHttp('POST', form.chargeUrl, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: form.token, amount: form.amount, card_info }),
  });
  const { error_description: fault } = JSON.parse(text) as { error_description: string };
  return status === 200 || fault === 'Token was used' ? 303 : status;
}

export const listKeyIds = (order: ShownOrder): number[] => order.items.flatMap(({ keys }) => keys.map(({ id }) => id));

const BUSY_TRIES = 50;
const PROVIDER_TRIES = 5;
const POLL_MS = 25;
const POLLS = 2_000;

/** `bought` with the keys, `out-of-stock` when the store refused before any payment, or a description of the fault. */
export interface Purchase {
  outcome: string;
  keyIds: number[];
}

/**
 * Buys one of the product, from the empty basket to the key. Repeats requests that the store answers with 503, and presses
 * "pay" again when the provider did not answer in time, which a busy machine causes.
 */
export async function buyOne(
  shop: ShopUrl,
  customer: Customer,
  productId: number,
  provider: PaymentProviderName,
  polls = POLLS,
): Promise<Purchase> {
  const ended = (outcome: string, keyIds: number[] = []): Purchase => ({ outcome, keyIds });
  const basket = await retryWhileBusy(() => createBasket(shop, customer, [{ id: productId, count: 1 }]));
  if (basket.status !== 201) return ended(`a basket: ${basket.status}`);
  if (basket.body.refused.length > 0) return ended('out-of-stock');
  const begun = await beginPatiently(shop, customer, provider, basket.body.id);
  if (begun.status === 409 && begun.body.code === 'out-of-stock') return ended('out-of-stock');
  if (begun.status !== 200) return ended(`a payment: ${begun.status} ${begun.body.code}`);
  const pressed = await pressButton(begun.body, 'approve');
  if (pressed !== 303) return ended(`paying at ${provider}: ${pressed}`);
  const order = await readSettledOrder(shop, customer, begun.body.orderId, polls);
  if (order.status !== 200) return ended(`an order: ${order.status}`);
  const { state } = order.body;
  if (state === 'waiting') return ended('paid and not delivered');
  return state === 'paid' ? ended('bought', listKeyIds(order.body)) : ended(`paid and ${state}`);
}

/** Presses "pay" until the store and the provider answer. */
export async function beginPatiently(
  shop: ShopUrl,
  customer: Customer,
  provider: PaymentProviderName,
  basketId: string,
): ReturnType<typeof beginPayment> {
  const pay = () => retryWhileBusy(() => beginPayment(shop, customer, provider, basketId));
  let begun = await pay();
  for (let again = 0; begun.body.code === 'provider-unavailable' && again < PROVIDER_TRIES; again++)
    begun = await pay();
  return begun;
}

/** Reads the order until it no longer waits for its payment. The provider's callback may come after its answer. */
export async function readSettledOrder(shop: ShopUrl, customer: Customer, orderId: string, polls = POLLS) {
  for (let poll = 1; ; poll++) {
    const order = await retryWhileBusy(() => readOrder(shop, customer, orderId));
    if (order.status !== 200 || order.body.state !== 'waiting' || poll >= polls) return order;
    await wait(POLL_MS);
  }
}

export async function retryWhileBusy<Reply extends { status: number }>(request: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request();
    if (answer.status !== 503 || attempt === BUSY_TRIES) return answer;
    await wait(POLL_MS * 2);
  }
}
