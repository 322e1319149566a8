import type { LightMyRequestResponse } from 'fastify';
import { buyKeys, type Purchase, revealKey } from './test-claims.ts';
import { createMember, type Member } from './test-member.ts';
import type { TestStore } from './test-store.ts';

export const REVIEW = { rating: 5, nickname: 'Asel', text: 'The key arrived at once and works.', language: 'en' };

export const gameOf = async ({ database }: TestStore, productId: number): Promise<number> =>
  (await database.selectFrom('product').select('game_id').where('id', '=', productId).executeTakeFirstOrThrow())
    .game_id;

/** A member who has bought a key and opened it. */
export async function createBuyer(store: TestStore, productId: number): Promise<Purchase> {
  const purchase = await buyKeys(store, await createMember(store), productId);
  await revealKey(store, purchase.member, purchase.keyIds[0]);
  return purchase;
}

export const callReview = (
  store: TestStore,
  { headers }: Pick<Member, 'headers'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  gameId: number,
  body?: object,
): Promise<LightMyRequestResponse> =>
  store.server.inject({
    method,
    url: `/api/v1/user/games/${gameId}/review`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });

export const vote = (
  store: TestStore,
  { headers }: Pick<Member, 'headers'>,
  method: 'PUT' | 'DELETE',
  reviewId: number,
): Promise<LightMyRequestResponse> =>
  store.server.inject({ method, url: `/api/v1/user/reviews/${reviewId}/vote`, headers });

export const readReviews = async (store: TestStore, gameId: number, query = '') =>
  (await store.server.inject(`/api/v1/game/${gameId}/reviews${query}`)).json();
