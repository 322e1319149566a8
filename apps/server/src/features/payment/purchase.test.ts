import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember } from '../../testing/test-member.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());

describe.each(['platron', 'epoint', 'kassa24'] as const)('paid through %s', (provider) => {
  it('the keys are there as soon as the provider has said so', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 2 }]);
    const { status, body: link } = await pay(store, member, provider, basketId);
    expect(status).toBe(200);
    expect((await getOrder(store, member, link.orderId)).state).toBe('waiting');
    const back = await press(link, 'approve');
    expect(back.status).toBe(303);
    await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
    const order = await getOrder(store, member, link.orderId);
    expect(order.items).toEqual([expect.objectContaining({ productId, count: 2, refundedCount: 0 })]);
    expect(order.items[0]?.keys).toHaveLength(2);
    const [key] = order.items[0]?.keys ?? [];
    const revealed = await call<{ key: string }>(store, member, 'POST', `/api/v1/user/keys/${key?.id}/reveal`);
    expect(revealed.body.key).toMatch(/^DEMO/);
  });

  it('a refusal gives the basket back as it was', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body: link } = await pay(store, member, provider, basketId);
    await press(link, 'decline');
    await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('failed'));
    const basket = await call<{ statusId: number; basketItems: unknown[] }>(
      store,
      member,
      'GET',
      `/api/v1/basket/check/${basketId}`,
    );
    expect(basket.body).toMatchObject({ statusId: 1, basketItems: [{ productId, count: 1 }] });
  });
});
