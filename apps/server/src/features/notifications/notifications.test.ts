import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { fillBasket, findKeyProduct, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { oldNotificationsJob } from './notifications.jobs.ts';
import { notify } from './notifications.service.ts';

let store: TestStore;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const list = async (by: Member = member) => {
  const answer = await store.server.inject({ url: '/api/v1/user/notifications', headers: by.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const markRead = (by: Member = member) =>
  store.server.inject({ method: 'PUT', url: '/api/v1/user/notifications/read', headers: by.headers });

it('are listed newest first, to their owner alone', async () => {
  const other = await createMember(store);
  await notify(store.database, member.accountId, 'welcome', {});
  await notify(store.database, member.accountId, 'security', { event: 'password-changed' });
  await notify(store.database, other.accountId, 'welcome', {});
  expect(await list()).toEqual([
    {
      id: expect.any(Number),
      kind: 'security',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      readAt: null,
      data: { event: 'password-changed' },
    },
    expect.objectContaining({ kind: 'welcome', data: {} }),
  ]);
  expect(await list(other)).toHaveLength(1);
});

it('are marked as read all at once, and keep the time at which they were', async () => {
  const other = await createMember(store);
  for (const { accountId } of [member, member, other]) await notify(store.database, accountId, 'welcome', {});
  const answer = await markRead();
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  const read = await list();
  expect(read.map(({ readAt }: { readAt: string }) => readAt)).toEqual(Array(2).fill(expect.stringMatching(/Z$/)));
  expect(await list(other)).toMatchObject([{ readAt: null }]);
  await notify(store.database, member.accountId, 'welcome', {});
  await markRead();
  expect((await list()).slice(1)).toEqual(read);
});

it('are listed up to a hundred', async () => {
  for (let index = 0; index < 105; index++) {
    await notify(store.database, member.accountId, 'security', { event: String(index) });
  }
  const shown = await list();
  expect(shown).toHaveLength(100);
  expect(shown[0].data).toEqual({ event: '104' });
});

it('are forgotten after ninety days, read or not', async () => {
  for (const event of ['old', 'recent', 'new']) await notify(store.database, member.accountId, 'security', { event });
  const age = (event: string, days: number) =>
    store.database
      .updateTable('notification')
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .where('account_id', '=', member.accountId)
      .where(sql`data ->> 'event'`, '=', event)
      .execute();
  await age('old', 91);
  await age('recent', 89);
  await oldNotificationsJob(store.database).run();
  const left = (await list()).map(({ data }: { data: { event: string } }) => data.event);
  expect(left).toEqual(['new', 'recent']);
});

it('are not created for a change that was rolled back', async () => {
  const failing = store.database.transaction().execute(async (transaction) => {
    await notify(transaction, member.accountId, 'welcome', {});
    throw new Error('it did not');
  });
  await expect(failing).rejects.toThrow('it did not');
  expect(await list()).toEqual([]);
});

it('name the products of the order they are about, to its owner alone', async () => {
  const productId = await findKeyProduct(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { body: link } = await pay(store, member, 'epoint', basketId);
  await press(link, 'approve');
  const { name } = await store.database
    .selectFrom('product')
    .select('name')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  await eventually(async () =>
    expect(await list()).toMatchObject([{ kind: 'delivered', data: { orderId: link.orderId, products: [name] } }]),
  );
  const other = await createMember(store);
  const data = { orderId: link.orderId, amount: 1, currency: 'KZT' };
  await notify(store.database, other.accountId, 'delivered', data);
  expect(await list(other)).toMatchObject([{ data }]);
  expect((await list(other))[0].data).toEqual(data);
});
