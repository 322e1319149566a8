import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentProviderName } from '@oyna/domain/constants';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import { TALKBANK_TEST_CARDS } from '@oyna/sandboxes/talkbank/talkbank.sandbox';
import type { Member } from '../../apps/server/src/testing/test-member.ts';
import type { Link, ShownOrder } from '../../apps/server/src/testing/test-purchase.ts';
import type { Ground } from './test-environment.ts';

/** A buyer who does everything over HTTP, as a browser would. */

export type Place = Pick<Ground, 'url'>;
export type Who = Pick<Member, 'headers'>;

interface Answer<Body> {
  status: number;
  body: Body;
}

interface AskOptions {
  body?: object | undefined;
  headers?: Record<string, string>;
}

export async function ask<Body>(
  place: Place,
  who: Who,
  method: 'GET' | 'POST',
  path: string,
  { body, headers = {} }: AskOptions = {},
): Promise<Answer<Body>> {
  const { status, text } = await sendHttp(method, `${place.url}${path}`, {
    headers: { ...who.headers, ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status, body: (text ? JSON.parse(text) : null) as Body };
}

interface CreatedBasket {
  id: string;
  refused: { id: number; count: number }[];
}

export const createBasket = (place: Place, who: Who, items: { id: number; count: number }[]) =>
  ask<CreatedBasket>(place, who, 'POST', '/api/v1/basket/create', { body: items });

export const beginPayment = (
  place: Place,
  who: Who,
  provider: PaymentProviderName,
  basketId: string,
  idempotencyKey?: string,
) =>
  ask<Link & { code?: string }>(place, who, 'POST', `/api/v1/payment/${provider}/${basketId}`, {
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  });

/** As it stands, or, with seconds to wait, once it is decided. */
export const readOrder = (place: Place, who: Who, orderId: string, seconds = 0) =>
  ask<ShownOrder>(place, who, 'GET', `/api/v1/user/orders/${orderId}?wait=${seconds}`);

/** What a buyer does at the provider's: 303 once it is decided. */
export async function pressButton(link: PaymentPlace, button: 'approve' | 'decline'): Promise<number> {
  if (link.cardForm) return enterCard(link.cardForm, button);
  return (await sendHttp('POST', `${link.link_url}/${button}`)).status;
}

type PaymentPlace = Pick<Link, 'link_url'> & Partial<Pick<Link, 'cardForm'>>;

/** TalkBank has no page: the browser brings it the card. Its test cards decide by themselves, and once. */
async function enterCard(form: NonNullable<Link['cardForm']>, button: 'approve' | 'decline'): Promise<number> {
  const number = TALKBANK_TEST_CARDS[button === 'approve' ? 'approved' : 'declined'];
  const card_info = { number, month: '12', year: '99', cvv: '123', holder: 'PROOF BUYER' };
  const { status, text } = await sendHttp('POST', form.chargeUrl, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: form.token, amount: form.amount, card_info }),
  });
  const { error_description: fault } = JSON.parse(text) as { error_description: string };
  return status === 200 || fault === 'Token was used' ? 303 : status;
}

export const keysIn = (order: ShownOrder): number[] => order.items.flatMap(({ keys }) => keys.map(({ id }) => id));

const BUSY_TRIES = 50;
const POLL_MS = 25;
const POLLS = 2_000;

/** `bought` with the keys, `out-of-stock` when the store said so before any payment, or what went wrong. */
export interface Purchase {
  outcome: string;
  keyIds: number[];
}

/** One of the product, from the empty basket to the key. Whoever is told that the store is busy asks again. */
export async function buyOne(
  place: Place,
  who: Who,
  productId: number,
  provider: PaymentProviderName,
  polls = POLLS,
): Promise<Purchase> {
  const ended = (outcome: string, keyIds: number[] = []): Purchase => ({ outcome, keyIds });
  const basket = await whileBusy(() => createBasket(place, who, [{ id: productId, count: 1 }]));
  if (basket.status !== 201) return ended(`a basket: ${basket.status}`);
  if (basket.body.refused.length > 0) return ended('out-of-stock');
  const begun = await whileBusy(() => beginPayment(place, who, provider, basket.body.id));
  if (begun.status === 409 && begun.body.code === 'out-of-stock') return ended('out-of-stock');
  if (begun.status !== 200) return ended(`a payment: ${begun.status} ${begun.body.code}`);
  const pressed = await pressButton(begun.body, 'approve');
  if (pressed !== 303) return ended(`paying at ${provider}: ${pressed}`);
  for (let poll = 0; poll < polls; poll++) {
    const order = await whileBusy(() => readOrder(place, who, begun.body.orderId));
    if (order.status !== 200) return ended(`an order: ${order.status}`);
    const { state } = order.body;
    if (state !== 'waiting') return state === 'paid' ? ended('bought', keysIn(order.body)) : ended(`paid and ${state}`);
    await wait(POLL_MS);
  }
  return ended('paid and nothing came');
}

async function whileBusy<Body>(request: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request();
    if (answer.status !== 503 || attempt === BUSY_TRIES) return answer;
    await wait(POLL_MS * 2);
  }
}
