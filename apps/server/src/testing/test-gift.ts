import { claimTokenOf } from '@oyna/domain/claim-link';
import { giftDay } from '@oyna/domain/gift';
import { expect } from 'vitest';
import { VISITOR } from './test-guest.ts';
import type { Member } from './test-member.ts';
import { call } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

/** A gift of today, by link. */
export const GIFT = { channel: 'link', day: giftDay(new Date()), country: 'KZ', accepted: true };

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

export const lookAt = (store: TestStore, token: string, device?: string) =>
  call<ShownGift>(store, VISITOR, 'POST', '/api/v1/gift/look', { body: { token, device } });

export const openGift = (store: TestStore, token: string, device?: string) =>
  call<{ key: string; device: string | null; code?: string }>(store, VISITOR, 'POST', '/api/v1/gift/open', {
    body: { token, device },
  });
