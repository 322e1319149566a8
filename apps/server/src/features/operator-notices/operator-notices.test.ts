import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createOperator, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
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
