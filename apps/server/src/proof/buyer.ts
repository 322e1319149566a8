import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentProviderName } from '@oyna/domain/constants';
import type { Member } from '../testing/test-member.ts';
import type { Link, ShownOrder } from '../testing/test-purchase.ts';
import type { Ground } from './ground.ts';

/** A buyer who does everything over HTTP, as a browser would. */

export type Place = Pick<Ground, 'url'>;
export type Who = Pick<Member, 'headers'>;
/** Those whose page has two buttons. */
export type PageProvider = Exclude<PaymentProviderName, 'talkbank'>;
export const PAGE_PROVIDERS: readonly PageProvider[] = ['platron', 'epoint', 'kassa24'];

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
  const response = await fetch(`${place.url}${path}`, {
    method,
    headers: { ...who.headers, ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Body };
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

export const readOrder = (place: Place, who: Who, orderId: string) =>
  ask<ShownOrder>(place, who, 'GET', `/api/v1/user/orders/${orderId}`);

/** The page's answer: 303 once it is decided. */
export async function pressButton(link: Pick<Link, 'link_url'>, button: 'approve' | 'decline'): Promise<number> {
  const response = await fetch(`${link.link_url}/${button}`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
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
export async function buyOne(place: Place, who: Who, productId: number, provider: PageProvider): Promise<Purchase> {
  const ended = (outcome: string, keyIds: number[] = []): Purchase => ({ outcome, keyIds });
  const basket = await whileBusy(() => createBasket(place, who, [{ id: productId, count: 1 }]));
  if (basket.status !== 201) return ended(`a basket: ${basket.status}`);
  if (basket.body.refused.length > 0) return ended('out-of-stock');
  const begun = await whileBusy(() => beginPayment(place, who, provider, basket.body.id));
  if (begun.status === 409 && begun.body.code === 'out-of-stock') return ended('out-of-stock');
  if (begun.status !== 200) return ended(`a payment: ${begun.status} ${begun.body.code}`);
  const pressed = await pressButton(begun.body, 'approve');
  if (pressed !== 303) return ended(`the page of ${provider}: ${pressed}`);
  for (let poll = 0; poll < POLLS; poll++) {
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
