import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const OPERATOR = 'operator@oyna.example';
const GOOD = { name: 'Әсел', email: 'asel@example.kz', topic: 'order', message: 'Кілт жұмыс істемейді.\n<b>№15</b>' };

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({
    worker: true,
    environment: { RATE_LIMITS: 'off', SUPPORT_EMAIL: OPERATOR },
  });
});
afterAll(() => store.close());

const post = (payload: object, { server } = store, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url: '/api/v1/support/message', payload, headers });
const listMessages = (from: string, { database } = store) =>
  database.selectFrom('support_message').selectAll().where('email', '=', from).orderBy('id').execute();
const lettersAbout = async (text: string) => {
  const letters = (await (await fetch(`${store.sandboxUrl}/mail.json`)).json()) as Record<
    'to' | 'text' | 'html',
    string
  >[];
  return letters.filter((letter) => letter.text.includes(text));
};

describe('a message to support', () => {
  it('is kept, and reaches the operator by mail with the address to answer to', async () => {
    const answer = await post(GOOD, store, { 'accept-language': 'kk-KZ' });
    expect(answer.statusCode, answer.body).toBe(204);
    const [kept] = await listMessages(GOOD.email);
    expect(kept).toMatchObject({ ...GOOD, language: 'kz' });
    const [letter] = await eventually(async () => {
      const letters = await lettersAbout(GOOD.email);
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({ to: OPERATOR, subject: `Обращение №${kept?.id}: Покупка или ключ` });
    expect(letter?.text).toContain('Кілт жұмыс істемейді.');
    expect(letter?.html).not.toContain('<b>');
    await eventually(async () => expect((await listMessages(GOOD.email))[0]?.mailed_at).toBeInstanceOf(Date));
  });

  it.each([
    ['name', 'name-err', ' '],
    ['email', 'email-invalid', 'asel@example.kz, boss@example.kz'],
    ['topic', 'topic-invalid', 'weather'],
    ['message', 'message-invalid', 'x'.repeat(4001)],
    ['message', 'message-invalid', 'a\u0000b'],
  ])('with a wrong %s is refused with %s, and nothing is kept', async (field, code, value) => {
    const email = `${field}@refused.example`;
    const answer = await post({ ...GOOD, email, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field });
    expect(await listMessages(email)).toEqual([]);
  });

  it('without a field is refused', async () => {
    const { message: _message, ...rest } = GOOD;
    expect((await post(rest)).json()).toMatchObject({ code: 'invalid-parameter', field: 'message' });
  });

  it('of a program that fills in everything is answered as any other and goes nowhere', async () => {
    const email = 'bot@example.com';
    const answer = await post({ ...GOOD, email, website: 'https://spam.example' });
    expect(answer.statusCode).toBe(204);
    expect(await listMessages(email)).toEqual([]);
  });
});

describe('a message and its job', () => {
  const drop = () => sql`DROP FUNCTION IF EXISTS refuse_support CASCADE`.execute(store.database);
  afterEach(drop);
  const refuse = async (trigger: RawBuilder<unknown>, condition: string) => {
    await sql`CREATE FUNCTION refuse_support() RETURNS trigger LANGUAGE plpgsql AS
      ${sql.lit(`BEGIN IF ${condition} THEN RAISE 'refused'; END IF; RETURN NEW; END`)}`.execute(store.database);
    await sql`${trigger} FOR EACH ROW EXECUTE FUNCTION refuse_support()`.execute(store.database);
  };
  /** A job waits in the outbox until a worker moves it to the queue, so both are searched. */
  const listJobsWithoutMessage = async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT job.id FROM (
        SELECT data ->> 'id' AS id FROM outbox WHERE queue = 'support-messages'
        UNION ALL SELECT data ->> 'id' FROM pgboss.job WHERE name = 'support-messages'
      ) AS job
      WHERE NOT EXISTS (SELECT FROM support_message AS message WHERE message.id = job.id::int)`.execute(store.database);
    return rows;
  };

  it('are both missing when the job cannot be queued', async () => {
    const email = 'unqueued@example.kz';
    await refuse(sql`CREATE TRIGGER refuse BEFORE INSERT ON outbox`, "NEW.queue = 'support-messages'");
    expect((await post({ ...GOOD, email })).statusCode).toBe(500);
    expect(await listMessages(email)).toEqual([]);
    await drop();
    expect((await post({ ...GOOD, email })).statusCode).toBe(204);
    expect(await listMessages(email)).toHaveLength(1);
  });

  it('are both missing when the message cannot be committed', async () => {
    const email = 'uncommitted@example.kz';
    await refuse(
      sql`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON support_message DEFERRABLE INITIALLY DEFERRED`,
      `NEW.email = '${email}'`,
    );
    expect((await post({ ...GOOD, email })).statusCode).toBe(500);
    expect(await listJobsWithoutMessage()).toEqual([]);
    expect(await listMessages(email)).toEqual([]);
  });
});

describe('too many messages', () => {
  let limited: TestStore;
  beforeAll(async () => {
    limited = await createTestStore({ template: 'empty' });
  });
  afterAll(() => limited.close());
  beforeEach(async () => {
    await limited.database.deleteFrom('rate_limit').execute();
    await limited.database.deleteFrom('support_message').execute();
  });

  const from = (remoteAddress: string) =>
    limited.server.inject({ method: 'POST', url: '/api/v1/support/message', payload: GOOD, remoteAddress });

  it('from one address are refused, from another are not', async () => {
    for (let count = 0; count < 5; count++) expect((await from('203.0.113.7')).statusCode).toBe(204);
    const refused = await from('203.0.113.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too-many-requests' });
    expect((await from('203.0.113.8')).statusCode).toBe(204);
    expect(await listMessages(GOOD.email, limited)).toHaveLength(6);
  });

  it('are refused from every address once all of them have sent 300 in an hour', async () => {
    expect((await from('203.0.113.7')).statusCode).toBe(204);
    const all = limited.database.updateTable('rate_limit').where('name', 'like', 'support-all:%');
    await all.set({ used: 299 }).execute();
    expect((await from('203.0.113.8')).statusCode).toBe(204);
    const refused = await from('203.0.113.9');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50 * 60);
    expect(await listMessages(GOOD.email, limited)).toHaveLength(2);
  });

  it('from one address do not use up what all addresses share', async () => {
    for (let count = 0; count < 20; count++) await from('203.0.113.7');
    const all = limited.database.selectFrom('rate_limit').select('used').where('name', 'like', 'support-all:%');
    expect(await all.execute()).toEqual([{ used: 5 }]);
  });
});
