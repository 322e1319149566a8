import { callStore, type Member, worksForMembers } from '../member.ts';
import { buyForTest } from './customer.ts';

export const CLAIMED_GAME_ID = 1005;

/** A paid key that its buyer has opened and reported. Its buyer wanted it for Türkiye and knew that it does not work there. */
export async function claimKey(): Promise<{ member: Member; keyId: number; key: string; orderId: string }> {
  const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
    'GET',
    `/api/v1/products?gameid=${CLAIMED_GAME_ID}`,
  );
  const id = items.find(worksForMembers)?.id ?? 0;
  const { orderId, ...member } = await buyForTest([{ id, count: 1 }], `?country=TR&accepted=${id}`);
  const order = await callStore<{ items: { keys: { id: number }[] }[] }>('GET', `/api/v1/user/orders/${orderId}`, {
    session: member,
  });
  const keyId = order.items[0]?.keys[0]?.id ?? 0;
  const { key } = await callStore<{ key: string }>('POST', `/api/v1/user/keys/${keyId}/reveal`, { session: member });
  await callStore('POST', `/api/v1/user/keys/${keyId}/claim`, { session: member, body: { reason: 'used' } });
  return { member, keyId, key, orderId };
}
