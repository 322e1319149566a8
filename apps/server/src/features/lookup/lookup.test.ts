import { BUILT_IN_ROLES } from '@oyna/domain/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { type Bought, buy } from '../../testing/test-orders.ts';
import { call } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { GUEST, paidTopUp } from '../../testing/test-top-up.ts';

let store: TestStore;
let support: TestOperator;
let order: Bought;
let key: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  const productId = await stockProduct(store.database, 5);
  support = await signInOperator(store, 'support');
  order = await buy(store, [productId], [1]);
  const { body } = await call<{ items: { keys: { id: number }[] }[] }>(
    store,
    order.member,
    'GET',
    `/api/v1/user/orders/${order.orderId}`,
  );
  const keyId = body.items[0]?.keys[0]?.id;
  key = (await call<{ key: string }>(store, order.member, 'POST', `/api/v1/user/keys/${keyId}/reveal`)).body.key;
});
afterAll(() => store.close());

const search = async (text: string, who = support) =>
  (await who.call('POST', '/api/v1/search', { text }, { isParallel: true })).json();

describe('the search of the console', () => {
  it('finds an order by everything that people have in their hands', async () => {
    const row = await store.database
      .selectFrom('payment')
      .innerJoin('account', 'account.id', 'payment.account_id')
      .select(['number', 'provider_payment_id', 'account.email', 'account.login'])
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow();
    const texts = [
      order.orderId,
      order.orderId.slice(0, 8).toLowerCase(),
      row.number,
      row.number.toLowerCase().replaceAll('-', ''),
      row.number.slice(3, 7),
      row.provider_payment_id ?? '',
      row.email ?? '',
      row.email?.slice(0, -4).toUpperCase() ?? '',
      row.login,
    ];
    for (const text of texts) {
      expect((await search(text)).orders, text).toMatchObject([{ orderId: order.orderId }]);
    }
    expect((await search(row.email ?? '')).customers).toMatchObject([{ id: order.member.accountId }]);
    expect((await search('%')).orders).toEqual([]);
    expect((await search('nobody@example.com')).customers).toEqual([]);
  });

  it('shows a customer whose block has ended as not blocked, as the order does', async () => {
    const { accountId } = order.member;
    const block = (until: string | null) =>
      sql`UPDATE account SET blocked_at = now() - interval '2 hours', blocked_reason = 'fraud',
        blocked_until = now() + ${until}::interval WHERE id = ${accountId}`.execute(store.database);
    const shown = async () => {
      const { login } = await store.database
        .selectFrom('account')
        .select('login')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const { buyer } = (await support.get(`/api/v1/orders/${order.orderId}`)).json();
      return [(await search(login)).customers[0].isBlocked, buyer.isBlocked];
    };
    await block('1 hour');
    expect(await shown()).toEqual([true, true]);
    await block('-1 hour');
    expect(await shown()).toEqual([false, false]);
  });

  it('finds an exact address among many that begin with it', async () => {
    await sql`INSERT INTO account (login, email, language)
      SELECT 'namesake' || number, 'same@example.kz' || CASE WHEN number < 20 THEN number::text ELSE '' END, 'ru'
      FROM generate_series(1, 20) AS number ORDER BY number`.execute(store.database);
    const { customers } = await search('Same@example.kz');
    expect(customers).toHaveLength(8);
    expect(customers[0]).toMatchObject({ login: 'namesake20', email: 'same@example.kz' });
  });

  it('finds a customer by phone, and games, promo codes and batches', async () => {
    await store.database
      .updateTable('account')
      .set({ phone: '+77012345678' })
      .where('id', '=', order.member.accountId)
      .execute();
    expect((await search('+7 701 234')).customers).toMatchObject([{ phone: '+77012345678' }]);
    const owner = await signInOperator(store, 'owner');
    const { name } = await store.database.selectFrom('game').select('name').executeTakeFirstOrThrow();
    expect((await search(name, owner)).games).toMatchObject([{ name }]);
    await store.database.insertInto('promo_code').values({ code: 'WELCOME10', percent: 10 }).execute();
    expect((await search('welcome', owner)).promoCodes).toMatchObject([{ code: 'WELCOME10' }]);
    expect((await search('resilience', owner)).batches).toMatchObject([{ supplier: 'resilience-test' }]);
  });

  it('finds a top-up by its code and its id at the supplier and by the address of a guest, and a batch by its number', async () => {
    const email = 'top-up-guest@example.com';
    const orderId = await paidTopUp(store, GUEST, { account: 'searched_account', email });
    const row = await store.database
      .updateTable('top_up')
      .set({ supplier_id: 'SUP-4711' })
      .from('payment')
      .whereRef('payment.top_up_id', '=', 'top_up.id')
      .where('order_id', '=', orderId)
      .returning('top_up.code')
      .executeTakeFirstOrThrow();
    for (const text of [row.code, 'SUP-4711', email]) {
      expect((await search(text)).orders, text).toMatchObject([{ orderId }]);
    }
    const owner = await signInOperator(store, 'owner');
    const { id } = await store.database
      .selectFrom('key_batch')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect((await search(String(id), owner)).batches).toMatchObject([{ id }]);
  });

  it('finds the order of a pasted key without repeating, storing or logging the key', async () => {
    const answer = await support.call('POST', '/api/v1/search', { text: key }, { isParallel: true });
    expect(answer.json().key).toMatchObject({ orderId: order.orderId, status: 'sold' });
    expect(answer.body).not.toContain(key);
  });

  describe('by a role', () => {
    const permissions = ['promo:read', 'promo:write'];
    let texts: Record<string, string>;
    let owner: TestOperator;
    beforeAll(async () => {
      const { database } = store;
      await database.insertInto('operator_role').values({ id: 'promo', name: 'promo', permissions }).execute();
      await database.insertInto('promo_code').values({ code: 'SUMMER', percent: 10 }).execute();
      const game = await database.selectFrom('game').select('name').executeTakeFirstOrThrow();
      const { accountId } = order.member;
      const buyer = database.selectFrom('account').select('login').where('id', '=', accountId);
      texts = {
        games: game.name,
        promoCodes: 'summer',
        batches: 'resilience',
        orders: order.orderId,
        customers: (await buyer.executeTakeFirstOrThrow()).login,
      };
      owner = await signInOperator(store, 'owner');
    });
    const PAGES: Record<string, (found: Record<string, unknown>) => string> = {
      games: ({ id }) => `/api/v1/catalogue/games/${id}`,
      promoCodes: ({ id }) => `/api/v1/promo-codes/${id}`,
      batches: ({ productId }) => `/api/v1/stock/${productId}`,
      orders: ({ orderId }) => `/api/v1/orders/${orderId}`,
      customers: ({ id }) => `/api/v1/customers/${id}`,
    };

    it.each([...Object.keys(BUILT_IN_ROLES), 'promo'])('%s finds what it may open, and nothing else', async (role) => {
      const operator = await signInOperator(store, role);
      for (const [group, pageOf] of Object.entries(PAGES)) {
        const find = async (who: TestOperator) => (await search(texts[group] ?? '', who))[group].map(pageOf);
        const [page] = await find(owner);
        expect((await owner.get(page)).statusCode, group).toBe(200);
        const isOpen = (await operator.get(page)).statusCode === 200;
        expect((await find(operator)).includes(page), group).toBe(isOpen);
      }
    });
  });

  it('shows only what the role may see', async () => {
    const stock = await signInOperator(store, 'stock');
    expect(await search(order.orderId, stock)).toMatchObject({ orders: [], customers: [], key: null });
  });
});
