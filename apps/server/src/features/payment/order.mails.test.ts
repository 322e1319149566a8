import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true });
  await store.currency.refresh();
});
afterAll(() => store.close());

it('translates the term of a subscription in the mail about a paid order', async () => {
  const member = await createMember(store);
  const id = await findKeyProduct(store);
  await sql`UPDATE product SET name = 'Silver Pass — 12 months' WHERE id = ${id}`.execute(store.database);
  const { body: link } = await pay(store, member, 'epoint', await fillBasket(store, member, [{ id, count: 1 }]));
  await press(link, 'approve');
  const { number } = await getOrder(store, member, link.orderId);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const letter = await letterTo(store, String(email), `Заказ ${number} оплачен`);
  expect(letter.text).toContain('Silver Pass — 12\u00a0месяцев × 1');
});

it('sends a repeated mail about an order with the same Message-ID, and the next mail with another', async () => {
  const member = await createMember(store);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const productId = await findKeyProduct(store);
  const listIds = async () => (await lettersTo(store, String(email))).map(({ messageId }) => messageId);
  const buy = async () => {
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    await press(body, 'approve');
    return body.orderId;
  };

  const orderId = await buy();
  await letterTo(store, String(email));
  const { host } = new URL(store.publicUrl);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM pgboss.job WHERE name = 'order-messages' AND data ->> 'orderId' = ${orderId}`.execute(
    store.database,
  );
  const first = `<${rows[0]?.id}@${host.replace(/:.*/, '')}>`;
  expect(await listIds()).toEqual([first]);

  // As after a mail server that has taken the mail and answered too late.
  await eventually(async () => {
    const { numAffectedRows } = await sql`
      UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL
      WHERE id = ${rows[0]?.id}::uuid AND state = 'completed'`.execute(store.database);
    expect(numAffectedRows).toBe(1n);
  });
  await letterTo(store, String(email), undefined, 2);
  expect(await listIds()).toEqual([first, first]);

  await buy();
  await letterTo(store, String(email), undefined, 3);
  expect((await listIds())[0]).not.toBe(first);
});
