import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createOperator, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { begin, buy, setStatuses } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { raiseSupplierAlert } from '../payment/supplier-alerts.service.ts';
import { NOTICE_KINDS, type NoticeKind } from './operator-notices.service.ts';

let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  owner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());

const list = async () => (await owner.get('/api/v1/notices')).json().items;
const mails = async () => (await fetch(`${store.sandboxUrl}/mail.json`)).text();

/** Events of the last seconds wait, so they are made older. */
const addEvents = (kind: string, from: number, to: number) =>
  sql`INSERT INTO operator_event (kind, subject, created_at)
    SELECT ${kind}, i::text, now() - interval '5 seconds' FROM generate_series(${from}::integer, ${to}::integer) AS i`.execute(
    store.database,
  );

it('is chosen per role, and a second change gets the first', async () => {
  const before = (await list()).find(({ roleId }: { roleId: string }) => roleId === 'finance');
  expect(before.kinds).toEqual([]);
  const url = '/api/v1/notices/finance';
  expect((await owner.call('PUT', url, { kinds: ['review'], seen: [] })).statusCode).toBe(204);
  const late = await owner.call('PUT', url, { kinds: ['claim'], seen: [] });
  expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { kinds: ['review'] } });
  const support = await signInOperator(store, 'support');
  expect((await support.call('PUT', url, { kinds: [], seen: ['review'] })).statusCode).toBe(403);
});

it('is one mail per event, and one mail for a flood', async () => {
  const { id, email } = await createOperator(store, 'support');
  await sql`UPDATE operator SET created_at = now() - interval '1 hour' WHERE id = ${id}`.execute(store.database);
  await addEvents('message', 1001, 1001);
  await store.notices.queueDue();
  await eventually(async () => expect(await mails()).toContain('Message 1001'));
  await addEvents('message', 2001, 2060);
  expect(await store.notices.queueDue()).toBe(0);
  await sql`UPDATE operator_notice SET sent_at = now() - interval '1 hour'`.execute(store.database);
  await store.notices.queueDue();
  expect(await store.notices.queueDue()).toBe(0);
  await eventually(async () => expect(await mails()).toContain('A new message: 60'));
  const all = JSON.parse(await mails()) as unknown[];
  expect(all.filter((mail) => JSON.stringify(mail).includes(email))).toHaveLength(2);
});

describe('a mail to operators', () => {
  beforeAll(() => store.currency.refresh());

  const numberOf = async (orderId: string) =>
    (
      await store.database
        .selectFrom('payment')
        .select('number')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).number;
  const bought = async () => buy(store, [await stockProduct(store.database, 1)], [1]);

  /** Each returns what the mail names. A kind without a cause does not compile. */
  const causes: Record<NoticeKind, () => Promise<string>> = {
    async claim() {
      const { orderId, member } = await bought();
      const { rows } = await sql<{ id: number }>`
        INSERT INTO key_claim (key_id, account_id, reason) SELECT key_id, ${member.accountId}, 'invalid'
        FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
        JOIN payment ON payment.id = order_item.payment_id AND order_id = ${orderId}
        RETURNING key_id AS id`.execute(store.database);
      return String(rows[0]?.id);
    },
    async review() {
      const { orderId } = await begin(store, [await stockProduct(store.database, 1)], [1]);
      await setStatuses(store, orderId, ['review']);
      return numberOf(orderId);
    },
    async 'refund-failed'() {
      const { orderId } = await bought();
      await setStatuses(store, orderId, ['refunding', 'refund-failed']);
      return numberOf(orderId);
    },
    async message() {
      const payload = {
        name: 'Buyer',
        email: 'buyer@example.com',
        topic: 'other',
        message: 'Where is my key, please?',
      };
      const answer = await store.server.inject({ method: 'POST', url: '/api/v1/support/message', payload });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM support_message`.execute(store.database);
      return String(rows[0]?.id);
    },
    async 'supplier-balance'() {
      await raiseSupplierAlert(store.database, 'clouter', 'supplier-balance', 'too little');
      return 'clouter';
    },
    async 'low-stock'() {
      const productId = await stockProduct(store.database, 6);
      await store.stock.levels.refresh();
      // Products of the demo that are low are found by the first count; only the one that is sold matters here.
      await sql`DELETE FROM operator_event`.execute(store.database);
      await buy(store, [productId], [1]);
      await store.stock.levels.refresh();
      const product = store.database.selectFrom('product').select('name').where('id', '=', productId);
      return (await product.executeTakeFirstOrThrow()).name;
    },
  };

  const MAILS: Record<NoticeKind, { subject: string; one: string }> = {
    claim: { subject: 'A new claim about a key', one: 'Key' },
    review: { subject: 'A payment waits for a review', one: 'Order' },
    'refund-failed': { subject: 'A refund has failed', one: 'Order' },
    message: { subject: 'A new message', one: 'Message' },
    'supplier-balance': { subject: 'Balance at a supplier', one: 'Supplier' },
    'low-stock': { subject: 'Stock is low', one: 'Product' },
  };
  const mailsTo = async ({ email }: { email: string }) =>
    (JSON.parse(await mails()) as { to: string; subject: string; text: string }[]).filter(({ to }) => to === email);
  /** Operators get no mail about what happened before they came. */
  const createOldOperator = async (roleId: string) => {
    const operator = await createOperator(store, roleId);
    await sql`UPDATE operator SET created_at = now() - interval '1 hour' WHERE id = ${operator.id}`.execute(
      store.database,
    );
    return operator;
  };

  it.each(NOTICE_KINDS)('about %s names it, and goes to the roles that have chosen it', async (kind) => {
    await sql`DELETE FROM operator_event`.execute(store.database);
    const [notified, other, russian] = [
      await createOldOperator('support'),
      await createOldOperator('stock'),
      await createOldOperator('support'),
    ];
    await sql`INSERT INTO operator_role_notice (role_id, kind) VALUES ('support', ${kind}) ON CONFLICT DO NOTHING`.execute(
      store.database,
    );
    await sql`DELETE FROM operator_role_notice WHERE role_id = 'stock' AND kind = ${kind}`.execute(store.database);
    await sql`UPDATE operator SET language = 'ru' WHERE id = ${russian.id}`.execute(store.database);
    const name = await causes[kind]();
    await sql`UPDATE operator_event SET created_at = created_at - interval '5 seconds'`.execute(store.database);
    await store.notices.queueDue();
    await eventually(async () => {
      expect(await mailsTo(notified)).toHaveLength(1);
      expect(await mailsTo(russian)).toHaveLength(1);
    });
    const { subject, one } = MAILS[kind];
    expect(await mailsTo(notified)).toEqual([
      expect.objectContaining({ subject, text: expect.stringContaining(`${one} ${name}`) }),
    ]);
    expect((await mailsTo(russian))[0]?.subject).toMatch(/^[А-Я]/u);
    expect(await mailsTo(other)).toEqual([]);
  });

  it('goes to a role from the moment that it chooses the kind until it stops it', async () => {
    await sql`DELETE FROM operator_event`.execute(store.database);
    const [auditor, witness] = [await createOldOperator('auditor'), await createOldOperator('support')];
    const choose = async (kinds: NoticeKind[], seen: NoticeKind[]) =>
      expect((await owner.call('PUT', '/api/v1/notices/auditor', { kinds, seen })).statusCode).toBe(204);
    /** When the witness has the mail, that of the auditor would have come, too. */
    const happens = async (id: number) => {
      await sql`UPDATE operator_notice SET sent_at = now() - interval '1 hour'`.execute(store.database);
      await addEvents('message', id, id);
      await store.notices.queueDue();
      await eventually(async () => expect((await mailsTo(witness))[0]?.text).toContain(`Message ${id}`));
    };
    const seen = async () => (await mailsTo(auditor)).map(({ text }) => /Message (\d+)/.exec(text)?.[1]);
    await happens(3001);
    await choose(['message', 'review'], []);
    await happens(3002);
    await eventually(async () => expect(await seen()).toEqual(['3002']));
    await choose(['review'], ['message', 'review']);
    await happens(3003);
    await choose(['message'], ['review']);
    await happens(3004);
    await eventually(async () => expect(await seen()).toEqual(['3004', '3002']));
    const all = await mailsTo(auditor);
    expect(all.map(({ subject }) => subject)).toEqual(['A new message', 'A new message']);
  });
});
