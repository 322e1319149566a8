import { randomBytes } from 'node:crypto';
import { claimTokenOf } from '@oyna/domain/claim-link';
import { expect } from 'vitest';
import { hashToken } from '../platform/token-hash.ts';
import type { Member } from './test-member.ts';
import { call } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

export interface Guest extends Member {
  email: string;
}

export const newAddress = (): string => `guest-${randomBytes(6).toString('hex')}@example.com`;

/** A visitor of the shop, without a session. */
export const VISITOR: { headers: Record<string, string> } = { headers: {} };

/** A customer who buys with an e-mail address alone. */
export async function createGuest(store: TestStore, email = newAddress()): Promise<Guest> {
  const answer = await call<{ token: string }>(store, VISITOR, 'POST', '/api/v1/guest', { body: { email } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return guestOf(store, answer.body.token, email);
}

export async function guestOf({ database }: TestStore, token: string, email: string): Promise<Guest> {
  const { account_id: accountId } = await database
    .selectFrom('account_session')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { accountId, token, email, headers: { authorization: `Bearer ${token}` } };
}

/** An account that has proven this address, and its session. */
export async function proveAddress({ database }: TestStore, { accountId }: Member, email: string): Promise<void> {
  await database
    .updateTable('account')
    .set({ email, email_confirmed_at: new Date() })
    .where('id', '=', accountId)
    .execute();
}

interface OpenedLink {
  state: string;
  orderId: string | null;
  code?: string;
}

export const openLink = (store: TestStore, token: string, by = VISITOR) =>
  call<OpenedLink>(store, by, 'POST', '/api/v1/order-link/open', { body: { token } });

/** The token of the link that the order page shows once. */
export async function pageLink(store: TestStore, guest: Guest, orderId: string): Promise<string> {
  const answer = await call<{ link: string }>(store, guest, 'POST', `/api/v1/user/orders/${orderId}/link`);
  expect(answer.status).toBe(200);
  return tokenIn(answer.body.link);
}

export const tokenOf = (letter: { text: string }): string =>
  tokenIn(/\S+\/order-link#[\w-]+/.exec(letter.text)?.[0] ?? '');

const tokenIn = (link: string): string => claimTokenOf(new URL(link, 'https://store.invalid').hash) ?? '';
