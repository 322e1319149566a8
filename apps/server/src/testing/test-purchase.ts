import type { PaymentProviderName } from '@oyna/domain/constants';
import type { Member } from './test-member.ts';
import type { TestStore } from './test-store.ts';

/** The steps of a purchase, for tests of what follows it. */

export async function call<Answer = unknown>(
  store: TestStore,
  member: { headers: Record<string, string> },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Answer }> {
  const answer = await store.server.inject({
    method,
    url,
    headers: { ...member.headers, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: (answer.body ? answer.json() : null) as Answer };
}

/** Something with keys. */
export async function findKeyProduct({ database }: TestStore): Promise<number> {
  const product = await database
    .selectFrom('product')
    .select('id')
    .where('available', '=', true)
    .where('type', '=', 'Key')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return product.id;
}

export async function fillBasket(store: TestStore, member: Member, items: { id: number; count: number }[]) {
  const { body } = await call<{ id: string }>(store, member, 'POST', '/api/v1/basket/create', { body: items });
  return body.id;
}

/** "Buy now": a basket of one product beside the cart. */
export function openDirect(store: TestStore, member: Member, productId: number, count = 1) {
  return call<{ id: string; isDirect: boolean; total: number; statusId: number; code: string }>(
    store,
    member,
    'POST',
    '/api/v1/basket/direct',
    { body: { productId, count } },
  );
}

export interface Link {
  orderId: string;
  link_url: string | null;
  cardForm: { token: string; amount: number; chargeUrl: string } | null;
}

export function pay(store: TestStore, member: Member, provider: PaymentProviderName, basketId: string, headers = {}) {
  return call<Link & { code: string }>(store, member, 'POST', `/api/v1/payment/${provider}/${basketId}`, { headers });
}

/** Presses a button on the page of the sandbox. */
export async function press(link: Pick<Link, 'link_url'>, button: 'approve' | 'decline'): Promise<Response> {
  return fetch(`${link.link_url}/${button}`, { method: 'POST', redirect: 'manual' });
}

export interface ShownOrder {
  number: string;
  state: string;
  amount: number;
  currency: string;
  refundedAmount: number;
  refundingAmount: number;
  refundingReason: string | null;
  items: {
    productId: number;
    count: number;
    refundedCount: number;
    keys: { id: number; claim: string | null; gift: object | null }[];
  }[];
}

export async function getOrder(store: TestStore, member: Member, orderId: string): Promise<ShownOrder> {
  return (await call<ShownOrder>(store, member, 'GET', `/api/v1/user/orders/${orderId}`)).body;
}
