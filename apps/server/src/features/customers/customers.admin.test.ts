import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { call, PASSWORD, register } from '../../testing/test-account.ts';
import { buyKeys, claimKey, revealKey } from '../../testing/test-claims.ts';
import { createGuest } from '../../testing/test-guest.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let productId: number;
let support: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 20, 'MARKED');
  support = await signInOperator(store, 'support');
  colleague = await signInOperator(store, 'support');
});
afterAll(() => store.close());

const url = (id: number, action = '') => `/api/v1/customers/${id}${action && `/${action}`}`;
const signIn = (username: string) => call(store, 'POST', '/account/login', { body: { username, password: PASSWORD } });
const find = async (query: string) => (await support.get(`/api/v1/customers?${query}`)).json();
const loginsOf = ({ items }: { items: { login: string }[] }) => items.map(({ login }) => login);

async function registerAs(username: string): Promise<number> {
  await register(store, { username, email: `${username}@example.com` });
  return (await find(`search=${username}@`)).items[0].accountId;
}
const loginOf = async ({ accountId }: Member) => (await support.get(url(accountId))).json().login;

describe('the list of customers', () => {
  it('finds by the beginning of an address, login or phone number, each customer once, page by page', async () => {
    for (const name of ['aruzhan.b', 'aruzhan.a', 'aruzhan_c']) await registerAs(name);
    await sql`UPDATE account SET phone = '+77017770011' WHERE login = 'aruzhan_c'`.execute(store.database);
    expect(loginsOf(await find('search=ARUZHAN'))).toEqual(['aruzhan.a', 'aruzhan.b', 'aruzhan_c']);
    expect(loginsOf(await find('search=aruzhan_'))).toEqual(['aruzhan_c']);
    expect(loginsOf(await find('search=%2B7701777'))).toEqual(['aruzhan_c']);
    const first = await find('search=aruzhan&limit=2');
    expect(loginsOf(first)).toEqual(['aruzhan.a', 'aruzhan.b']);
    const second = await find(`search=aruzhan&limit=2&after=${first.next}`);
    expect(loginsOf(second)).toEqual(['aruzhan_c']);
    expect(second.next).toBeNull();
    // One is found by the address, the other by the login alone.
    await sql`UPDATE account SET email = 'other@example.com' WHERE login = 'aruzhan.a'`.execute(store.database);
    expect(loginsOf(await find('search=aruzhan&limit=1'))).toEqual(['aruzhan.b']);
    const pages = [await find('search=aruzhan&limit=2')];
    pages.push(await find(`search=aruzhan&limit=2&after=${pages[0].next}`));
    expect(pages.flatMap(loginsOf)).toEqual(['aruzhan.b', 'aruzhan_c', 'aruzhan.a']);
  });

  it('finds one by its number, and begins with the newest', async () => {
    const { accountId } = await createMember(store);
    expect((await find(`search=%23${accountId}`)).items).toMatchObject([{ accountId }]);
    const newest = await find('limit=1');
    expect(newest.items).toMatchObject([{ accountId }]);
    expect((await find(`limit=1&after=${newest.next}`)).items[0].accountId).toBeLessThan(accountId);
  });
});

describe('a note about a customer', () => {
  it('is written once when the request is repeated, also at the same time', async () => {
    const { accountId } = await createMember(store);
    const note = (key: string) =>
      support.call(
        'POST',
        url(accountId, 'notes'),
        { text: 'Polite' },
        { headers: { 'idempotency-key': key }, isParallel: true },
      );
    const answers = await Promise.all(Array.from({ length: 4 }, () => note('note-of-a-customer-1')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await note('note-of-a-customer-1')).json().notes).toMatchObject([{ text: 'Polite' }]);
    expect((await note('note-of-a-customer-2')).json().notes).toHaveLength(2);
  });
});

describe('sessions of a customer', () => {
  it('are ended one by one or all at once', async () => {
    const id = await registerAs('sessions1');
    const tokens = [await signIn('sessions1'), await signIn('sessions1')].map(
      (answer) => answer.json().token as string,
    );
    const isIn = async (token: string | undefined) =>
      (await store.server.inject({ url: '/api/v1/user/info', headers: { authorization: `Bearer ${token}` } }))
        .statusCode === 200;
    const { sessions } = (await support.get(url(id))).json();
    expect(sessions.length).toBeGreaterThanOrEqual(2);
    const one = await support.call('DELETE', `${url(id, 'sessions')}?sessionId=${sessions[0].id}`);
    expect(one.json().sessions).toHaveLength(sessions.length - 1);
    expect((await support.call('DELETE', `${url(id, 'sessions')}?sessionId=${sessions[0].id}`)).statusCode).toBe(404);
    expect((await support.call('DELETE', url(id, 'sessions'))).json().sessions).toEqual([]);
    expect(await Promise.all(tokens.map(isIn))).toEqual([false, false]);
  });
});

it('is found by its number, also when another customer has chosen that number as a login', async () => {
  const guest = await createGuest(store);
  await registerAs(`#${guest.accountId}`);
  expect((await support.get(url(guest.accountId))).json()).toMatchObject({ accountId: guest.accountId });
});

describe('a block', () => {
  it('with an end is over at that time on every node, without a job', async () => {
    const id = await registerAs('blocked-until');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const blocked = await support.call('POST', url(id, 'block'), { reason: 'Stolen card', until });
    expect(blocked.json()).toMatchObject({ isBlocked: true, blockedReason: 'Stolen card', blockedUntil: until });
    expect((await signIn('blocked-until')).json().code).toBe('account-blocked');
    const second = await colleague.call('POST', url(id, 'block'), { reason: 'Fraud', until: null });
    expect(second.json()).toMatchObject({ code: 'changed-meanwhile', current: { blockedReason: 'Stolen card' } });
    expect(loginsOf(await find('state=blocked'))).toContain('blocked-until');

    await sql`UPDATE account SET blocked_at = now() - interval '2 hours', blocked_until = now() - interval '1 second'
      WHERE id = ${id}`.execute(store.database);
    expect((await signIn('blocked-until')).statusCode).toBe(200);
    expect((await support.get(url(id))).json().isBlocked).toBe(false);
    expect(loginsOf(await find('state=blocked'))).not.toContain('blocked-until');
    expect((await support.call('POST', url(id, 'unblock'))).json().code).toBe('changed-meanwhile');
    // It can be blocked again, now without an end.
    expect((await support.call('POST', url(id, 'block'), { reason: 'Fraud', until: null })).statusCode).toBe(200);
    expect((await support.call('POST', url(id, 'unblock'))).json().isBlocked).toBe(false);
  });

  it('lets a buyer pay again when its end has passed', async () => {
    const member = await createMember(store);
    await sql`UPDATE account SET blocked_at = now() - interval '2 hours', blocked_reason = 'fraud',
      blocked_until = now() - interval '1 hour' WHERE id = ${member.accountId}`.execute(store.database);
    expect((await buyKeys(store, member, productId)).keyIds).toHaveLength(1);
  });

  it('is refused without a reason or with an end in the past', async () => {
    const { accountId } = await createMember(store);
    const block = (body: object) => support.call('POST', url(accountId, 'block'), body);
    expect((await block({ reason: '  ', until: null })).statusCode).toBe(400);
    expect((await block({ reason: 'x', until: '2020-01-01T00:00:00Z' })).statusCode).toBe(400);
  });
});

const confirmEmail = ({ accountId }: { accountId: number }) =>
  sql`UPDATE account SET email_confirmed_at = now() WHERE id = ${accountId}`.execute(store.database);

describe('messages of an address that is not confirmed', () => {
  it('are neither exported nor erased with the customer who entered it', async () => {
    const stranger = await createMember(store);
    const message = { name: 'Asel', topic: 'order', message: `mine ${stranger.accountId}`, language: 'kz' } as const;
    const email = `${await loginOf(stranger)}@example.com`;
    await store.database
      .insertInto('support_message')
      .values({ ...message, email })
      .execute();
    expect((await support.call('POST', url(stranger.accountId, 'export'))).json().messages).toEqual([]);
    const body = { login: await loginOf(stranger) };
    const erased = await support.call('POST', url(stranger.accountId, 'erase'), body);
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    const left = await store.database.selectFrom('support_message').select('id').where('email', '=', email).execute();
    expect(left).toHaveLength(1);
  });
});

describe('the export of a customer', () => {
  it('holds everything about the customer, no key, and nothing of another', async () => {
    const member = await createMember(store);
    const other = await createMember(store);
    for (const buyer of [member, other]) {
      await confirmEmail(buyer);
      const { keyIds } = await buyKeys(store, buyer, productId);
      await revealKey(store, buyer, keyIds[0]);
      await claimKey(store, buyer, keyIds[0]);
      await store.database
        .insertInto('support_message')
        .values({
          name: 'Asel',
          email: `${await loginOf(buyer)}@example.com`,
          topic: 'order',
          message: `I am ${buyer.accountId}`,
          language: 'kz',
        })
        .execute();
    }
    await support.call('POST', url(member.accountId, 'notes'), { text: 'Polite' });
    const stale = await signInOperator(store, 'support', { secondFactor: 'stale' });
    expect((await stale.call('POST', url(member.accountId, 'export'))).json().code).toBe('second-factor-stale');
    const file = await support.call('POST', url(member.accountId, 'export'));
    expect(file.headers['content-disposition']).toContain(`customer-${member.accountId}.json`);
    const data = file.json();
    expect(data).toMatchObject({
      account: { id: member.accountId },
      orders: [{ status: 'paid', items: [{ count: 1 }] }],
      deliveredKeys: [{}],
      openedKeys: [{ channel: 'page' }],
      claims: [{ reason: 'invalid' }],
      messages: [{ message: `I am ${member.accountId}` }],
      notesOfOperators: [{ text: 'Polite' }],
    });
    expect(file.body).not.toContain('MARKED');
    expect(file.body).not.toContain(await loginOf(other));
    expect(file.body).not.toContain(`I am ${other.accountId}"`);
  });
});

describe('erasing a customer', () => {
  it('is refused while business is open, and needs the login that the operator saw', async () => {
    const member = await createMember(store);
    const { keyIds } = await buyKeys(store, member, productId);
    await claimKey(store, member, keyIds[0]);
    const login = await loginOf(member);
    const erase = (body: object) => support.call('POST', url(member.accountId, 'erase'), body);
    expect((await support.get(url(member.accountId))).json().open).toMatchObject({ claims: 1 });
    expect((await erase({ login })).json()).toMatchObject({ code: 'state-conflict', current: { open: { claims: 1 } } });
    await support.call('POST', `/api/v1/claims/${keyIds[0]}/refuse`, { status: 'open', text: 'Secret words' });
    await support.call('POST', url(member.accountId, 'notes'), { text: 'Polite' });
    expect((await erase({ login: 'another' })).json().code).toBe('changed-meanwhile');
    const erased = await erase({ login });
    expect(erased.json()).toMatchObject({ email: null, sessions: [], notes: [] });
    const { rows } = await sql`SELECT FROM audit_entry WHERE details::text LIKE '%Secret words%'`.execute(
      store.database,
    );
    expect(rows).toEqual([]);
    expect((await erase({ login })).json().code).toBe('state-conflict');
  });
});
