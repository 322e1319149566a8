import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());

async function buy(count = 1) {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count }]);
  const { body: link } = await pay(store, member, 'epoint', basketId);
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
  const order = await getOrder(store, member, link.orderId);
  return { member, orderId: link.orderId, keyIds: order.items.flatMap(({ keys }) => keys.map(({ id }) => id)) };
}

interface Claimed {
  status: string;
  newKeyId: number | null;
  code?: string;
}
const claim = (member: Member, keyId: number | undefined, reason = 'used') =>
  call<Claimed>(store, member, 'POST', `/api/v1/user/keys/${keyId}/claim`, { body: { reason } });
const statusOf = async (keyId: number | undefined) =>
  (
    await store.database
      .selectFrom('product_key')
      .select('status')
      .where('id', '=', keyId ?? 0)
      .executeTakeFirstOrThrow()
  ).status;

describe('a key', () => {
  it('is shown to its owner alone, and each time is written down', async () => {
    const { member, keyIds } = await buy();
    const stranger = await createMember(store);
    const reveal = (who: Member) => call<{ key: string }>(store, who, 'POST', `/api/v1/user/keys/${keyIds[0]}/reveal`);
    expect((await reveal(stranger)).status).toBe(404);
    const [first, second] = [await reveal(member), await reveal(member)];
    expect(first.body.key).toBe(second.body.key);
    const seen = await store.database
      .selectFrom('key_reveal')
      .selectAll()
      .where('key_id', '=', keyIds[0] ?? 0)
      .execute();
    expect(seen.map(({ account_id: by }) => by)).toEqual([member.accountId, member.accountId]);
  });
});

describe('a key that does not work', () => {
  it('is set aside and replaced, once: saying it again changes nothing', async () => {
    const { member, orderId, keyIds } = await buy();
    const first = await claim(member, keyIds[0]);
    expect(first.body).toEqual({ status: 'replaced', newKeyId: expect.any(Number) });
    expect(await statusOf(keyIds[0])).toBe('disputed');
    expect(await statusOf(first.body.newKeyId ?? 0)).toBe('sold');
    expect((await claim(member, keyIds[0])).body).toMatchObject({ status: 'replaced' });
    expect((await getOrder(store, member, orderId)).items[0]?.keys).toHaveLength(2);
  });

  it('of the wrong region, or after another one, waits for a person', async () => {
    const { member, keyIds } = await buy(3);
    expect((await claim(member, keyIds[0], 'wrong-region')).body).toEqual({ status: 'open', newKeyId: null });
    expect((await claim(member, keyIds[1], 'invalid')).body.status).toBe('replaced');
    expect((await claim(member, keyIds[2], 'invalid')).body).toEqual({ status: 'open', newKeyId: null });
  });

  it("is a stranger's: not found, and it goes on being sold", async () => {
    const { keyIds } = await buy();
    expect((await claim(await createMember(store), keyIds[0])).status).toBe(404);
    expect(await statusOf(keyIds[0])).toBe('sold');
  });

  it('is not replaced once the money has gone back', async () => {
    const { member, orderId, keyIds } = await buy();
    await store.payments.refunds.refundByOperator(orderId);
    const answer = await claim(member, keyIds[0]);
    expect([answer.status, answer.body.code]).toEqual([409, 'state-conflict']);
    expect(await statusOf(keyIds[0])).toBe('sold');
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, member, orderId)).state).toBe('refunded');
    expect((await claim(member, keyIds[0])).status).toBe(409);
  });

  it.each([{ reason: 'bored' }, {}, { reason: 'used', comment: 'x'.repeat(1_001) }])(
    'needs a reason: %j',
    async (body) => {
      const { member, keyIds } = await buy();
      expect((await call(store, member, 'POST', `/api/v1/user/keys/${keyIds[0]}/claim`, { body })).status).toBe(400);
      expect(await statusOf(keyIds[0])).toBe('sold');
    },
  );
});
