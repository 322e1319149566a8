import { expect } from '@playwright/test';
import { callStore, createMember, type Member, worksForMembers } from '../member.ts';
import { approve } from '../top-up.ts';

interface Product {
  id: number;
  typeName: string;
  available: boolean;
  region: string;
}

/** A new customer with a paid order: these pieces, or two of one game and one of another. */
export async function buyForTest(pieces?: { id: number; count: number }[]): Promise<Member & { orderId: string }> {
  const member = await createMember();
  const body = pieces ?? (await listSomeGames());
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', { session: member, body });
  const begun = await callStore<{ orderId: string; link_url: string }>('POST', `/api/v1/payment/epoint/${basket.id}`, {
    session: member,
  });
  await approve(begun);
  const path = `/api/v1/user/orders/${begun.orderId}?wait=10`;
  const look = async () => (await callStore<{ state: string }>('GET', path, { session: member })).state;
  await expect.poll(look).toBe('paid');
  return { ...member, orderId: begun.orderId };
}

async function listSomeGames() {
  const { items } = await callStore<{ items: Product[] }>('GET', '/api/v1/products?limit=40');
  const [first, second] = items.filter((item) => item.typeName === 'Key' && worksForMembers(item));
  return [
    { id: first?.id, count: 2 },
    { id: second?.id, count: 1 },
  ];
}
