import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { createMember, type Member } from './test-member.ts';
import { call, fillBasket, getOrder, pay, press } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

/** A paid order and its keys. */
export interface Purchase {
  member: Member;
  orderId: string;
  keyIds: number[];
}

export async function buyKeys(store: TestStore, member: Member, productId: number, count = 1): Promise<Purchase> {
  const basketId = await fillBasket(store, member, [{ id: productId, count }]);
  const { body: link } = await pay(store, member, 'epoint', basketId);
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
  const order = await getOrder(store, member, link.orderId);
  return { member, orderId: link.orderId, keyIds: order.items.flatMap(({ keys }) => keys.map(({ id }) => id)) };
}

/** A member with an old account, a confirmed address and two earlier purchases. */
export async function createCustomer(store: TestStore, productId: number): Promise<Member> {
  const member = await createMember(store);
  await sql`UPDATE account SET created_at = now() - interval '90 days', email_confirmed_at = now()
    WHERE id = ${member.accountId}`.execute(store.database);
  for (let purchase = 0; purchase < 2; purchase++) await buyKeys(store, member, productId);
  return member;
}

export const revealKey = (store: TestStore, member: Member, keyId: number | undefined) =>
  call<{ key: string; code?: string }>(store, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`);

export interface Claimed {
  status: string;
  newKeyId: number | null;
  code?: string;
}

export const claimKey = (store: TestStore, member: Member, keyId: number | undefined, reason = 'invalid') =>
  call<Claimed>(store, member, 'POST', `/api/v1/user/keys/${keyId}/claim`, { body: { reason } });

export async function keyStatus(store: TestStore, keyId: number | undefined): Promise<string> {
  const row = await store.database
    .selectFrom('product_key')
    .select('status')
    .where('id', '=', keyId ?? 0)
    .executeTakeFirstOrThrow();
  return row.status;
}
