import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo } from '../../testing/test-account.ts';
import { createGuest } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { fillBasket, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { supportAnswersTask } from './support.jobs.ts';

let store: TestStore;
let support: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ worker: true, listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
  colleague = await signInOperator(store, 'support');
});
afterAll(() => store.close());

const url = (id: number, action = '') => `/api/v1/messages/${id}${action && `/${action}`}`;
const idsOf = async (queue: string, operator = support) =>
  (await operator.get(`/api/v1/messages?queue=${queue}`)).json().items.map(({ id }: { id: number }) => id);

async function write(email: string, language = 'en'): Promise<number> {
  const payload = { name: 'Asel', email, topic: 'order', message: 'Where is my key?' };
  const answer = await store.server.inject({
    method: 'POST',
    url: `/api/v1/support/message?lang=${language}`,
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(204);
  const row = await store.database
    .selectFrom('support_message')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await sql`UPDATE support_message SET language = ${language} WHERE id = ${row.id}`.execute(store.database);
  return row.id ?? 0;
}

describe('a note of a message', () => {
  it('is written once when the request is repeated, also at the same time', async () => {
    const id = await write('noted@example.com');
    const note = (who: TestOperator, key: string, text = 'Asked by phone too') =>
      who.call('POST', url(id, 'notes'), { text }, { headers: { 'idempotency-key': key }, isParallel: true });
    const key = 'note-of-a-message-1';
    const answers = await Promise.all(Array.from({ length: 4 }, () => note(support, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await note(support, key)).json().entries).toMatchObject([{ kind: 'note', text: 'Asked by phone too' }]);
    // The key of another operator is another request, and so is another key.
    expect((await note(colleague, key, 'Of a colleague')).json().entries).toHaveLength(2);
    expect((await note(support, 'note-of-a-message-2')).json().entries).toHaveLength(3);
    expect((await note(support, 'short')).json()).toMatchObject({ code: 'invalid-parameter' });
    await sql`DELETE FROM support_message WHERE id = ${id}`.execute(store.database);
  });

  it('that was refused leaves its key free', async () => {
    const id = await write('refused-note@example.com');
    const headers = { 'idempotency-key': 'refused-note-of-a-message' };
    const note = (text: string) => support.call('POST', url(id, 'notes'), { text }, { headers });
    expect((await note('  ')).statusCode).toBe(400);
    expect((await note('Now with words')).json().entries).toMatchObject([{ text: 'Now with words' }]);
    await sql`DELETE FROM support_message WHERE id = ${id}`.execute(store.database);
  });
});

describe('a message', () => {
  it('waits in the queue, is taken by an operator, answered, closed and opened again', async () => {
    const [first, second] = [await write('queue1@example.com'), await write('queue2@example.com')];
    expect(await idsOf('open')).toEqual([first, second]);
    const page = (await support.get('/api/v1/messages?limit=1')).json();
    expect(page).toMatchObject({ items: [{ id: first, version: 1, assignedTo: null }], counts: { open: 2, mine: 0 } });
    expect((await support.get(`/api/v1/messages?limit=1&after=${page.next}`)).json().items).toMatchObject([
      { id: second },
    ]);

    const taken = await support.call('POST', url(first, 'assign'), { version: 1, operatorId: support.id });
    expect(taken.json()).toMatchObject({ version: 2, assignedTo: { id: support.id } });
    expect([await idsOf('mine'), await idsOf('mine', colleague)]).toEqual([[first], []]);
    const late = await colleague.call('POST', url(first, 'assign'), { version: 1, operatorId: colleague.id });
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { assignedTo: support.actor.name } });
    const auditor = await signInOperator(store, 'auditor');
    const toAuditor = await support.call('POST', url(first, 'assign'), { version: 2, operatorId: auditor.id });
    expect(toAuditor.statusCode).toBe(404);

    const noted = await colleague.call('POST', url(first, 'notes'), { text: 'A regular customer' });
    expect(noted.json()).toMatchObject({ version: 2, entries: [{ kind: 'note', author: colleague.actor.name }] });
    const answered = await support.call('POST', url(first, 'answers'), { version: 2, text: 'On your order page.' });
    expect(answered.json()).toMatchObject({ status: 'answered', version: 3 });
    expect([await idsOf('open'), await idsOf('answered')]).toEqual([[second], [first]]);
    const closed = await support.call('POST', url(first, 'close'), { version: 3 });
    expect(closed.json().status).toBe('closed');
    const silent = await support.call('POST', url(first, 'answers'), { version: 4, text: 'And one more thing.' });
    expect(silent.json().code).toBe('state-conflict');
    expect((await support.call('POST', url(first, 'reopen'), { version: 4 })).json().status).toBe('open');
    for (const id of [first, second]) {
      const { version } = (await support.get(url(id))).json();
      await support.call('POST', url(id, 'close'), { version });
    }
  });

  it('shows the customer and the orders of the address it came from', async () => {
    const earlier = await createGuest(store);
    const member = await createMember(store);
    const { email } = (await store.database
      .selectFrom('account')
      .select('email')
      .where('id', '=', member.accountId)
      .executeTakeFirstOrThrow()) as { email: string };
    await sql`UPDATE account SET email = ${email} WHERE id = ${earlier.accountId}`.execute(store.database);
    const guest = await createGuest(store, email);
    const id = await write(email.toUpperCase());
    expect((await support.get(url(id))).json()).toMatchObject({
      customer: { accountId: member.accountId },
      orders: [],
    });
    const product = await stockProduct(store.database, 1);
    const basketId = await fillBasket(store, guest, [{ id: product, count: 1 }]);
    const { orderId } = (await pay(store, guest, 'epoint', basketId)).body;
    expect((await support.get(url(id))).json().orders).toMatchObject([{ orderId }]);
    const stranger = await write('stranger@example.com');
    expect((await support.get(url(stranger))).json()).toMatchObject({ customer: null, orders: [] });
  });
});

describe('an answer', () => {
  it.each([
    ['ru', 'Ответ на обращение', 'Вы писали'],
    ['en', 'Our answer to your message', 'You wrote'],
    ['kz', 'хабарыңызға жауап', 'Сіз жазған едіңіз'],
  ])('is mailed in the language of the writer: %s', async (language, subject, quote) => {
    const email = `answer-${language}@example.com`;
    const id = await write(email, language);
    await support.call('POST', url(id, 'answers'), { version: 1, text: 'Line one.\nLine two.' });
    await eventually(async () => expect((await support.get(url(id))).json().entries[0].mailedAt).not.toBeNull());
    const letters = await lettersTo(store, email);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.subject).toContain(subject);
    expect(letters[0]?.text).toContain('Line two.');
    expect(letters[0]?.text).toContain(quote);
  });

  it('of two operators at once is mailed once, and the second sees who has answered', async () => {
    const email = 'twice@example.com';
    const id = await write(email);
    const answers = await Promise.all(
      [support, colleague].map((operator) =>
        operator.call('POST', url(id, 'answers'), { version: 1, text: 'Here it is.' }, { isParallel: true }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ code: 'changed-meanwhile', current: { status: 'answered' } });
    expect([support.actor.name, colleague.actor.name]).toContain(refused.current.answeredBy);
    await eventually(async () => expect((await support.get(url(id))).json().entries[0].mailedAt).not.toBeNull());
    expect(await lettersTo(store, email)).toHaveLength(1);
  });

  it('is mailed once although several workers run its job, and again only after a failure', async () => {
    const id = await write('retry@example.com');
    const entry = { message_id: id, kind: 'answer' as const, text: 'Once.', author: 'operator' };
    const row = await store.database
      .insertInto('support_entry')
      .values(entry)
      .returning('id')
      .executeTakeFirstOrThrow();
    const sent: (string | undefined)[] = [];
    let isDown = true;
    const mailer: Parameters<typeof supportAnswersTask>[0]['mailer'] = {
      async send({ messageId }) {
        if (isDown) throw new Error('mail was not taken');
        sent.push(messageId);
      },
      close: () => {},
    };
    const { publicUrl } = store;
    const task = supportAnswersTask({
      db: store.database,
      mailer,
      supportEmail: 'help@oyna.example',
      storeName: 'Oyna',
      publicUrl,
    });
    await expect(task.run({ id: row.id }, 'job')).rejects.toThrow('mail was not taken');
    isDown = false;
    await Promise.all([1, 2, 3].map(() => task.run({ id: row.id }, 'job')));
    await task.run({ id: row.id }, 'job');
    expect(sent).toEqual([`<answer-${row.id}@${new URL(publicUrl).hostname}>`]);
  });

  it('with a placeholder that is not filled in is refused', async () => {
    const id = await write('placeholder@example.com');
    const answer = await support.call('POST', url(id, 'answers'), { version: 1, text: 'Hello {{name}}' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'message-invalid']);
    expect((await support.get(url(id))).json().status).toBe('open');
  });
});

describe('a template', () => {
  const texts = (text: string) => ({ ru: `${text} ru`, en: `${text} en`, kz: `${text} kz` });

  it('has every language, and is added, changed and removed with its version', async () => {
    const { items: before } = (await support.get('/api/v1/templates?kind=message')).json();
    expect(before.length).toBeGreaterThanOrEqual(3);
    const body = { kind: 'message', name: texts('Delay'), body: texts('Hello {{name}}') };
    const { items } = (await support.call('POST', '/api/v1/templates', body)).json();
    const { id, version } = items.find((item: { name: { en: string } }) => item.name.en === 'Delay en');
    const change = { version, name: texts('Late'), body: texts('Order {{order}}') };
    expect((await support.call('PUT', `/api/v1/templates/${id}`, change)).statusCode).toBe(200);
    const late = await colleague.call('PUT', `/api/v1/templates/${id}`, change);
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { name: { en: 'Late en' } } });
    const unknown = { version: 2, name: texts('Late'), body: texts('Pay {{price}}') };
    expect((await support.call('PUT', `/api/v1/templates/${id}`, unknown)).json()).toMatchObject({
      code: 'message-invalid',
      field: 'body.ru',
    });
    expect((await support.call('DELETE', `/api/v1/templates/${id}?version=2`)).statusCode).toBe(200);
    expect((await support.get('/api/v1/templates?kind=message')).json().items).toEqual(before);
  });

  it('is added once by a repeated request, and by each operator', async () => {
    const body = { kind: 'message', name: texts('Once'), body: texts('Hello') };
    const headers = { 'idempotency-key': randomUUID() };
    const add = (operator: TestOperator) =>
      operator.call('POST', '/api/v1/templates', body, { headers, isParallel: true });
    const answers = await Promise.all([add(support), add(support), add(support), add(colleague)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const { items } = (await support.get('/api/v1/templates?kind=message')).json();
    const added = items.filter((item: { name: { en: string } }) => item.name.en === 'Once en');
    expect(added).toHaveLength(2);
    for (const { id } of added) await support.call('DELETE', `/api/v1/templates/${id}?version=1`);
  });
});
