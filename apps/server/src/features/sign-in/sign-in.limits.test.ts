import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, createMemberWithPassword, newName, PASSWORD } from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createCode, createEmailLink } from '../codes/codes.service.ts';
import { openSession } from '../sessions/sessions.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  await sql`INSERT INTO country VALUES (1, 'KZ', '{"ru": "Казахстан", "en": "Kazakhstan", "kz": "Қазақстан"}', 1)`.execute(
    store.database,
  );
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.deleteFrom('rate_limit').execute();
});

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
async function repeat(count: number, make: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await make(index));
  return statuses;
}
const countsOf = async (limit: string) => {
  const rows = store.database.selectFrom('rate_limit').select('used').where('name', 'like', `${limit}:%`);
  return (await rows.execute()).map(({ used }) => used);
};
const useUp = (limit: string, used: number) =>
  store.database.updateTable('rate_limit').set({ used }).where('name', 'like', `${limit}:%`).execute();

describe('the limits of signing in', () => {
  const guess = (username: string, from: string) =>
    statusOf(call(store, 'POST', '/account/login', { body: { username, password: 'Wrong!pass1' }, from }));
  const enter = (username: string, from: string) =>
    statusOf(call(store, 'POST', '/account/login', { body: { username, password: PASSWORD }, from }));

  it('let the owner in from elsewhere after 150 wrong passwords from one address', async () => {
    const { username, email } = await createMemberWithPassword(store);
    const statuses = await repeat(150, (index) => guess(index % 2 ? username : email.toUpperCase(), '10.5.0.1'));
    // Ten of each name are answered alike. Only the first ten of them count for the account.
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
    expect(await countsOf('sign-in-account')).toEqual([10]);
    expect(await enter(username, '10.5.0.2')).toBe(200);
  });

  it('do not tell which login belongs to an address', async () => {
    const [{ username, email }, other] = [await createMemberWithPassword(store), await createMemberWithPassword(store)];
    expect(await repeat(11, () => guess(email, '10.5.4.1'))).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const names = [username, other.username, newName()];
    expect(await repeat(3, (index) => guess(names[index] ?? '', '10.5.4.1'))).toEqual([401, 401, 401]);
    // The limit of the account holds: the right password is answered like a wrong one.
    expect(await enter(username, '10.5.4.1')).toBe(401);
    expect(await enter(username, '10.5.4.2')).toBe(200);
    await guess(email, '10.5.4.3');
    await useUp('sign-in-account', 100);
    expect(await enter(username, '10.5.4.4')).toBe(401);
  });

  it('count a login of digits apart from the account with that number', async () => {
    const { username, accountId } = await createMemberWithPassword(store);
    await repeat(10, () => guess(String(accountId), '10.5.5.1'));
    expect(await enter(username, '10.5.5.1')).toBe(200);
  });

  it('let the owner in after parallel wrong passwords from one address', async () => {
    const { username } = await createMemberWithPassword(store);
    const statuses = await Promise.all(Array.from({ length: 120 }, () => guess(username, '10.5.1.1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(await enter(username, '10.5.1.2')).toBe(200);
  });

  it('do not count refused tries for the address either', async () => {
    const { username } = await createMemberWithPassword(store);
    await repeat(30, () => guess(username, '10.5.2.1'));
    expect(await countsOf('sign-in-address')).toEqual([10]);
  });

  it('do not count for an account what an address is refused for many accounts', async () => {
    const [first, second] = [await createMemberWithPassword(store), await createMemberWithPassword(store)];
    await guess(first.username, '10.5.3.1');
    await useUp('sign-in-address', 100);
    expect(await repeat(5, () => guess(second.username, '10.5.3.1'))).toEqual([429, 429, 429, 429, 429]);
    expect(await countsOf('sign-in-account')).toEqual([1]);
  });

  it('count the networks of one IPv6 site together, and let the owner in from another', async () => {
    const { username } = await createMemberWithPassword(store);
    for (const network of ['1', '2', '3']) {
      expect(new Set(await repeat(10, (index) => guess(username, `2001:db8:7:${network}::${index + 1}`)))).toEqual(
        new Set([401]),
      );
    }
    expect(await repeat(3, (index) => guess(username, `2001:db8:7:${index + 4}::1`))).toEqual([429, 429, 429]);
    expect(await countsOf('sign-in-account')).toEqual([30]);
    expect(await enter(username, '2001:db8:8::1')).toBe(200);
  });

  it('still stop guesses from many addresses', async () => {
    const { username } = await createMemberWithPassword(store);
    expect(await repeat(3, (index) => guess(username, `10.6.${index}.1`))).toEqual([401, 401, 401]);
    await useUp('sign-in-name-all', 100);
    expect(await enter(username, '10.6.200.1')).toBe(429);
  });

  it('let the owner in from the IPv6 network of a session although the device has a new address', async () => {
    const { username, accountId } = await createMemberWithPassword(store);
    await openSession(store.database, accountId, { userAgent: 'phone', address: '2001:db8:1:2:aaaa::1' });
    await guess(username, '10.7.0.1');
    await useUp('sign-in-account', 100);
    await useUp('sign-in-name-all', 100);
    expect(await enter(username, '2001:db8:1:3::1')).toBe(429);
    expect(await enter(username, '2001:db8:1:2:bbbb::9')).toBe(200);
  });
});

describe('the limits of a forgotten password', () => {
  const forget = (login: string, from: string) =>
    statusOf(call(store, 'POST', '/account/password/forgot', { body: { login }, from }));

  it('let the owner ask from elsewhere after many requests from one address', async () => {
    const name = newName();
    const statuses = await repeat(40, () => forget(name, '10.8.0.1'));
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect(await forget(name, '10.8.0.2')).toBe(202);
  });

  it('still stop requests for one name from many addresses', async () => {
    const name = newName();
    expect(new Set(await repeat(20, (index) => forget(name, `10.8.1.${index}`)))).toEqual(new Set([202]));
    expect(await forget(name, '10.8.2.1')).toBe(429);
  });
});

describe('the limits of codes', () => {
  const sendCode = (token: string, email: string, from: string) =>
    statusOf(call(store, 'POST', '/api/v1/user/email', { token, body: { email, password: PASSWORD }, from }));

  it('let the owner of an address confirm it after strangers had codes sent there', async () => {
    const { token, email } = await createMemberWithPassword(store);
    await store.database.updateTable('account').set({ email: null }).where('email', '=', email).execute();
    for (let index = 0; index < 3; index += 1) {
      const stranger = await createMemberWithPassword(store);
      await repeat(5, () => sendCode(stranger.token, email, '10.9.0.1'));
    }
    expect(await sendCode(token, email, '10.9.0.2')).toBe(202);
  });

  it('stop wrong codes although each new code brings new attempts', async () => {
    const { token } = await createMember(store);
    const confirm = () => statusOf(call(store, 'PUT', '/api/v1/user/email', { token, body: { code: '000000' } }));
    expect(await repeat(31, confirm)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  });

  it('stop wrong codes for one address by many accounts, and let its owner use the link', async () => {
    const email = `${newName()}@example.com`;
    const receive = async (target: string) => {
      const { accountId, token } = await createMember(store);
      const code = await createCode(store.database, { accountId, purpose: 'email', target });
      const confirm = (given: string) =>
        statusOf(call(store, 'PUT', '/api/v1/user/email', { token, body: { code: given } }));
      return { accountId, token, code, guess: () => confirm('no code'), confirm: () => confirm(code) };
    };
    for (let index = 0; index < 4; index += 1) {
      const stranger = await receive(index % 2 ? email : email.toUpperCase());
      expect(await repeat(5, stranger.guess)).toEqual([400, 400, 400, 400, 400]);
    }
    const owner = await receive(email);
    expect([await owner.guess(), await owner.confirm()]).toEqual([429, 429]);
    expect(await (await receive(`${newName()}@example.com`)).confirm()).toBe(200);
    const link = await createEmailLink(store.database, owner.accountId, email);
    const body = { token: link };
    expect(await statusOf(call(store, 'PUT', '/api/v1/user/email/link', { token: owner.token, body }))).toBe(200);
  });

  it('do not count right codes for their address', async () => {
    const { accountId, token } = await createMember(store);
    const email = `${newName()}@example.com`;
    const confirm = async () => {
      const code = await createCode(store.database, { accountId, purpose: 'email', target: email });
      return statusOf(call(store, 'PUT', '/api/v1/user/email', { token, body: { code } }));
    };
    expect(await repeat(2, confirm)).toEqual([200, 200]);
    expect(await countsOf('confirm-target')).toEqual([0]);
  });

  it('stop codes to one address after a day of them', async () => {
    const [first, second] = [await createMemberWithPassword(store), await createMemberWithPassword(store)];
    const email = `${newName()}@example.com`;
    expect(await sendCode(first.token, email, '10.9.2.1')).toBe(202);
    await useUp('code-target-day', 20);
    expect(await sendCode(second.token, email.toUpperCase(), '10.9.2.2')).toBe(429);
    expect(await sendCode(second.token, `${newName()}@example.com`, '10.9.2.2')).toBe(202);
  });

  it('stop guesses of the password by a session that moves between addresses', async () => {
    const { token } = await createMemberWithPassword(store);
    const body = { current: 'Wrong!pass1', next: 'Another@pass2' };
    const guess = (from: string) => statusOf(call(store, 'PUT', '/api/v1/user/password', { token, body, from }));
    expect(await guess('10.9.1.1')).toBe(400);
    await useUp('proof-account', 50);
    expect(await guess('10.9.1.2')).toBe(429);
  });
});

describe('the limits of new guests', () => {
  const begin = (email: string, from: string) =>
    statusOf(call(store, 'POST', '/api/v1/guest', { body: { email }, from }));
  const newAddress = () => `${newName()}@example.com`;

  it('allow twenty with one e-mail address from one network, however it is written', async () => {
    const email = newAddress();
    const statuses = await repeat(21, (index) => begin(index % 2 ? email : email.toUpperCase(), '10.8.1.1'));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    const guests = store.database.selectFrom('account').select('id').where('email', 'ilike', email);
    expect(await guests.execute()).toHaveLength(20);
    // A stranger cannot use the address up for its owner, nor the owner's network.
    expect(await begin(email, '10.8.1.2')).toBe(201);
    expect(await begin(newAddress(), '10.8.1.1')).toBe(201);
  });

  it('count guests and registrations from one address together', async () => {
    const register = (from: string) => {
      const username = newName();
      const body = { username, email: `${username}@example.com`, password: PASSWORD, countryId: 1 };
      return statusOf(call(store, 'POST', '/account/register/user', { body, from }));
    };
    expect([await begin(newAddress(), '10.8.2.1'), await register('10.8.2.1')]).toEqual([201, 201]);
    expect(await countsOf('register')).toEqual([2]);
    await useUp('register', 99);
    expect(await begin(newAddress(), '10.8.2.1')).toBe(201);
    expect([await begin(newAddress(), '10.8.2.1'), await register('10.8.2.1')]).toEqual([429, 429]);
    expect(await begin(newAddress(), '10.8.2.2')).toBe(201);
  });
});

describe('the limits of an IPv6 site', () => {
  const paths: [what: string, limit: string, send: (from: string) => Promise<number>][] = [
    [
      'registrations',
      'register-site',
      (from) => {
        const username = newName();
        const body = { username, email: `${username}@example.com`, password: PASSWORD, countryId: 1 };
        return statusOf(call(store, 'POST', '/account/register/user', { body, from }));
      },
    ],
    [
      'guests',
      'register-site',
      (from) => statusOf(call(store, 'POST', '/api/v1/guest', { body: { email: `${newName()}@example.com` }, from })),
    ],
    [
      'forgotten passwords',
      'forgot-site',
      (from) => statusOf(call(store, 'POST', '/account/password/forgot', { body: { login: newName() }, from })),
    ],
    [
      'codes',
      'code-site',
      async (from) => {
        const { token } = await createMemberWithPassword(store);
        const body = { phone: '+77011234567', password: PASSWORD };
        return statusOf(call(store, 'POST', '/api/v1/user/phone', { token, body, from }));
      },
    ],
  ];
  it.each(paths)('count the %s of its networks together', async (_what, limit, send) => {
    const allowed = await send('2001:db8:9:1::1');
    expect([201, 202]).toContain(allowed);
    expect(await send('2001:db8:9:2::1')).toBe(allowed);
    expect(await countsOf(limit)).toEqual([2]);
    await useUp(limit, 1_000);
    expect(await send('2001:db8:9:3::1')).toBe(429);
    expect(await send('2001:db8:a:1::1')).toBe(allowed);
  });
});
