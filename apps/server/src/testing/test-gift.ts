import { claimTokenOf } from '@oyna/domain/claim-link';
import { storeDay } from '@oyna/domain/store-time';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buyKeys } from './test-claims.ts';
import { VISITOR } from './test-guest.ts';
import { createMember, type Member } from './test-member.ts';
import { call, getOrder } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

/** A gift of today, by link. */
export const GIFT = { channel: 'link', day: storeDay(new Date()), country: 'KZ', accepted: true };

/** A new member with a key to give. */
export async function buyToGive(store: TestStore, productId: number, count = 1) {
  const purchase = await buyKeys(store, await createMember(store), productId, count);
  return { ...purchase, keyId: purchase.keyIds[0] };
}

export const giveKey = (store: TestStore, giver: Member, keyId: number | undefined, changed: object = {}) =>
  call<{ link: string | null; code?: string; field?: string }>(
    store,
    giver,
    'POST',
    `/api/v1/user/keys/${keyId}/gift`,
    {
      body: { ...GIFT, ...changed },
    },
  );

/** The token of a gift by link. */
export async function giftToken(store: TestStore, giver: Member, keyId: number | undefined, changed: object = {}) {
  const answer = await giveKey(store, giver, keyId, changed);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return tokenIn(answer.body.link ?? '');
}

export const tokenIn = (text: string): string => claimTokenOf(/\/gift(#[\w-]+)/.exec(text)?.[1] ?? '') ?? '';

export const takeGiftBack = (store: TestStore, giver: Member, keyId: number | undefined) =>
  call<{ code?: string } | null>(store, giver, 'DELETE', `/api/v1/user/keys/${keyId}/gift`);

export interface ShownGift {
  state: string;
  name: string;
  giverName: string;
  message: string;
  canMail: boolean;
  claim: string | null;
  code?: string;
}

export const showGift = (store: TestStore, token: string, device?: string) =>
  call<ShownGift>(store, VISITOR, 'POST', '/api/v1/gift/look', { body: { token, device } });

export const openGift = (store: TestStore, token: string, device?: string) =>
  call<{ key: string; device: string | null; code?: string }>(store, VISITOR, 'POST', '/api/v1/gift/open', {
    body: { token, device },
  });

/** A day on which a gift can be planned to open. */
export const tomorrow = () => storeDay(new Date(Date.now() + 24 * 60 * 60 * 1000));

/** The gift of the first key of an order, as the giver sees it. */
export async function giftOf(store: TestStore, member: Member, orderId: string) {
  const order = await getOrder(store, member, orderId);
  return order.items[0]?.keys[0]?.gift;
}

/** The day of the gift comes. */
export const reachGiftDay = (store: TestStore, keyId: number | undefined) =>
  sql`UPDATE gift SET opens_on = shop_day(now()), send_at = CASE WHEN send_at IS NOT NULL THEN now() END
    WHERE key_id = ${keyId}`.execute(store.database);
