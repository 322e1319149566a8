import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('too many messages', () => {
  it('from one address are refused, from another are not', async () => {
    const limited = await createTestStore({ template: 'empty', environment: { TRUST_PROXY: 'on' } });
    try {
      const from = (address: string) => post(GOOD, limited, { 'x-forwarded-for': address });
      for (let count = 0; count < 5; count++) expect((await from('203.0.113.7')).statusCode).toBe(204);
      const refused = await from('203.0.113.7');
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'too-many-requests' });
      expect((await from('203.0.113.8')).statusCode).toBe(204);
      expect(await listMessages(GOOD.email, limited)).toHaveLength(6);
    } finally {
      await limited.close();
    }
  });
});
