import { expect } from '@playwright/test';
import { callStore, createMember, type Member } from '../member.ts';
import { approve } from '../top-up.ts';

/** Two offers that other tests do not buy. */
const PIECES = [
  { id: 20121, count: 2 },
  { id: 20141, count: 1 },
];

/** A new customer with a paid order: these pieces, or two of one game and one of another. `choices` is a query of the payment. */
export async function buyForTest(body = PIECES, choices = ''): Promise<Member & { orderId: string }> {
  const member = await createMember();
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', { session: member, body });
  const begun = await callStore<{ orderId: string; link_url: string }>(
    'POST',
    `/api/v1/payment/epoint/${basket.id}${choices}`,
    { session: member },
  );
  await approve(begun);
  const path = `/api/v1/user/orders/${begun.orderId}?wait=10`;
  const look = async () => (await callStore<{ state: string }>('GET', path, { session: member })).state;
  await expect.poll(look).toBe('paid');
  return { ...member, orderId: begun.orderId };
}
