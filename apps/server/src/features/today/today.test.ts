import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { DEAD_LETTERS } from '../../platform/jobs/jobs.ts';
import { eventually } from '../../testing/eventually.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { type Bought, begin, buy, setStatuses } from '../../testing/test-orders.ts';
import { press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { order as askTopUp, GUEST, getTopUp } from '../../testing/test-top-up.ts';

let store: TestStore;
let owner: TestOperator;
let order: Bought;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  owner = await signInOperator(store, 'owner');
  order = await buy(store, [await stockProduct(store.database, 5)], [1]);
});
afterAll(() => store.close());

const read = async (who = owner) => (await who.get('/api/v1/today')).json();

it('shows the figures of the day beside those of the same hours last week', async () => {
  await sql`UPDATE payment SET created_at = created_at - interval '7 days', paid_at = paid_at - interval '7 days'
    WHERE order_id <> ${order.orderId} AND paid_at IS NOT NULL`.execute(store.database);
  const { figures } = await read();
  expect(figures.today).toMatchObject({
    paid: [{ count: 1, currency: 'AZN' }],
    refunded: [],
    delivered: 1,
    medianSeconds: expect.any(Number),
    providers: [{ provider: 'epoint', ended: 1, paid: 1 }],
  });
  expect(new Date(figures.today.from).getTime() - new Date(figures.lastWeek.from).getTime()).toBe(7 * 86_400_000);
});

it('lists what waits for a person, the oldest first, as far as the role may see it', async () => {
  await sql`INSERT INTO payment_alert (provider, order_id, kind, detail, created_at) VALUES
    ('epoint', 'NOSUCHORDER', 'unknown-order', 'money without an order', now() - interval '2 hours'),
    ('clouter', 'every top-up', 'supplier-balance', 'too little', now() - interval '1 hour')`.execute(store.database);
  await sql`INSERT INTO key_claim (key_id, account_id, reason) SELECT key_id, ${order.member.accountId}, 'invalid'
    FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id AND payment.order_id = ${order.orderId}`.execute(store.database);
  await sql`UPDATE currency_rate SET stale = true, fetched_at = now() - interval '3 hours' WHERE currency = 'RUB'`.execute(
    store.database,
  );
  await sql`INSERT INTO support_message (name, email, topic, message, language, created_at)
    VALUES ('Buyer', 'buyer@example.com', 'order', 'Where is my key?', 'ru', now() - interval '30 minutes')`.execute(
    store.database,
  );
  // Some keys of the demo cost more than their price.
  const tasks = (await read()).tasks.filter(({ kind }: { kind: string }) => kind !== 'below-cost');
  expect(tasks.map(({ kind }: { kind: string }) => kind)).toEqual(['rates', 'money', 'supplier', 'message', 'claim']);
  expect(tasks[4]).toMatchObject({ orderId: order.orderId, total: 1 });
  const support = await signInOperator(store, 'support');
  expect((await read(support)).tasks.map(({ kind }: { kind: string }) => kind)).toEqual(['money', 'message', 'claim']);
  const stock = await signInOperator(store, 'stock');
  expect(await read(stock)).toEqual({ tasks: [], figures: null });
});

it('lists payments under review, failed refunds, unfinished top-ups and failed jobs, until they end', async () => {
  const kindsOf = async () =>
    (await read()).tasks
      .filter(({ kind }: { kind: string }) => ['review', 'refund-failed', 'top-up', 'dead-letter'].includes(kind))
      .map(({ kind, orderId }: { kind: string; orderId: string | null }) => ({ kind, orderId }));
  expect(await kindsOf()).toEqual([]);
  const review = await begin(store, [await stockProduct(store.database, 1)], [1]);
  await setStatuses(store, review.orderId, ['review']);
  expect(await kindsOf()).toEqual([{ kind: 'review', orderId: review.orderId }]);
  await setStatuses(store, review.orderId, ['failed']);
  await setStatuses(store, order.orderId, ['refunding', 'refund-failed']);
  expect(await kindsOf()).toEqual([{ kind: 'refund-failed', orderId: order.orderId }]);
  await setStatuses(store, order.orderId, ['refunded']);

  const { body: topUp } = await askTopUp(store, GUEST, { account: 'today_1' });
  const setTopUp = (columns: string) =>
    sql`UPDATE top_up SET ${sql.raw(columns)} FROM payment
      WHERE payment.top_up_id = top_up.id AND order_id = ${topUp.orderId}`.execute(store.database);
  // No worker asks for this supplier.
  await setTopUp("supplier = 'silent'");
  await press(topUp, 'approve');
  await eventually(async () => expect(await getTopUp(store, topUp.orderId)).toMatchObject({ statusId: 3 }));
  expect(await kindsOf()).toEqual([]);
  for (const stuck of ['is_held = true', "is_held = false, unanswered_since = now() - interval '6 minutes'"]) {
    await setTopUp(stuck);
    expect(await kindsOf()).toEqual([{ kind: 'top-up', orderId: topUp.orderId }]);
  }
  await setTopUp("unanswered_since = now() - interval '4 minutes'");
  expect(await kindsOf()).toEqual([]);

  await sql`INSERT INTO pgboss.job (name, data, source_name) VALUES (${DEAD_LETTERS}, '{}', 'order-messages')`.execute(
    store.database,
  );
  expect(await kindsOf()).toEqual([{ kind: 'dead-letter', orderId: null }]);
  await sql`DELETE FROM pgboss.job WHERE name = ${DEAD_LETTERS}`.execute(store.database);
  expect(await kindsOf()).toEqual([]);
});
