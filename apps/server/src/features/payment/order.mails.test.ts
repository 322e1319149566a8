import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letterTo } from '../../testing/test-account.ts';
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
