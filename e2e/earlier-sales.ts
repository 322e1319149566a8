import { MIN_DELIVERIES } from '@oyna/domain/delivery-time';
import { expect } from '@playwright/test';
import { callStore, createMember, worksForMembers } from './member.ts';
import { approve } from './top-up.ts';

/** As many games as the home page ranks, and so many keys of each that other tests sell fewer of any game. */
const LEADERS = 5;
const KEYS_PER_LEADER = 4;

interface Offer {
  id: number;
  gameId: number;
  platform: string;
  available: boolean;
  region: string;
}

/**
 * One order of many games, and one of the games that lead the list of best sellers. Pages show the best sellers and the usual
 * time of delivery only after enough sales: without these, what they show would depend on what other tests have sold.
 */
export async function sellEarlier(): Promise<void> {
  const { items } = await callStore<{ items: Offer[] }>(
    'GET',
    '/api/v1/products?typename=Key&pageSize=100&pageNumber=2',
  );
  const offers = items.filter((offer) => offer.platform === 'Steam' && worksForMembers(offer)).slice(0, MIN_DELIVERIES);
  expect(offers).toHaveLength(MIN_DELIVERIES);
  const leaders = offers.filter(({ gameId }, place) => offers.findIndex((one) => one.gameId === gameId) === place);
  await sell(offers.map(({ id }) => ({ id, count: 1 })));
  await sell(leaders.slice(0, LEADERS).map(({ id }) => ({ id, count: KEYS_PER_LEADER })));
}

async function sell(body: { id: number; count: number }[]): Promise<void> {
  const session = await createMember();
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', { session, body });
  const path = `/api/v1/payment/epoint/${basket.id}`;
  const begun = await callStore<{ orderId: string; link_url: string }>('POST', path, { session });
  await approve(begun);
  const order = `/api/v1/user/orders/${begun.orderId}?wait=10`;
  expect((await callStore<{ state: string }>('GET', order, { session })).state).toBe('paid');
}
