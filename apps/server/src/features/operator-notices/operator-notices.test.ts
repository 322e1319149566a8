import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createOperator, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { begin, buy, setStatuses } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

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

it('follows what happens in the store', async () => {
  await sql`INSERT INTO support_message (name, email, topic, message, language)
    VALUES ('Buyer', 'buyer@example.com', 'order', 'Where is my key?', 'ru')`.execute(store.database);
  await sql`INSERT INTO payment_alert (provider, order_id, kind, detail)
    VALUES ('clouter', 'every top-up', 'supplier-balance', 'too little')`.execute(store.database);
  const { rows } = await sql<{ kind: string }>`SELECT DISTINCT kind FROM operator_event
    WHERE created_at > now() - interval '3 seconds' ORDER BY kind`.execute(store.database);
  expect(rows.map(({ kind }) => kind)).toEqual(['message', 'supplier-balance']);
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

  /** Each returns the number that the mail names. */
  const causes = {
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
  };

  it.each([
    { kind: 'claim', subject: 'A new claim about a key', one: 'Key' },
    { kind: 'review', subject: 'A payment waits for a review', one: 'Order' },
    { kind: 'refund-failed', subject: 'A refund has failed', one: 'Order' },
  ] as const)('about $kind names it, and goes to the roles that have chosen it', async ({ kind, subject, one }) => {
    await sql`DELETE FROM operator_event`.execute(store.database);
    const [notified, other, russian] = [
      await createOperator(store, 'support'),
      await createOperator(store, 'stock'),
      await createOperator(store, 'support'),
    ];
    await sql`INSERT INTO operator_role_notice (role_id, kind) VALUES ('support', ${kind}) ON CONFLICT DO NOTHING`.execute(
      store.database,
    );
    await sql`DELETE FROM operator_role_notice WHERE role_id = 'stock' AND kind = ${kind}`.execute(store.database);
    await sql`UPDATE operator SET created_at = now() - interval '1 hour' WHERE id IN (${notified.id}, ${other.id}, ${russian.id})`.execute(
      store.database,
    );
    await sql`UPDATE operator SET language = 'ru' WHERE id = ${russian.id}`.execute(store.database);
    const name = await causes[kind]();
    await sql`UPDATE operator_event SET created_at = created_at - interval '5 seconds'`.execute(store.database);
    await store.notices.queueDue();
    const mailsTo = async ({ email }: { email: string }) =>
      (JSON.parse(await mails()) as unknown[])
        .map((mail) => JSON.stringify(mail))
        .filter((mail) => mail.includes(email));
    await eventually(async () => {
      expect(await mailsTo(notified)).toEqual([expect.stringContaining(subject)]);
      expect(await mailsTo(russian)).toHaveLength(1);
    });
    expect(await mailsTo(notified)).toEqual([expect.stringContaining(`${one} ${name}`)]);
    expect((await mailsTo(russian))[0]).not.toContain(subject);
    expect(await mailsTo(other)).toEqual([]);
  });
});
