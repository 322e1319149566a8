import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, newcomer } from '../../testing/test-account.ts';
import { createMember, expireSessions, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const PROFILE = { firstName: 'Әлия', lastName: 'Нұрланқызы', birthDate: '1999-02-28', countryId: 1, language: 'kz' };
const get = (query = '') => call(store, 'GET', `/api/v1/user/info${query}`, { token: member.token });
const put = (body: unknown) => call(store, 'PUT', '/api/v1/user/info', { token: member.token, body });

describe('the profile', () => {
  it('of a newcomer has what they registered with', async () => {
    const { token, username, email } = await newcomer(store);
    const answer = await call(store, 'GET', '/api/v1/user/info?lng=en', { token });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      userName: username,
      email,
      emailConfirmed: false,
      pendingEmail: null,
      phoneNumber: null,
      imageUrl: null,
      firstName: '',
      lastName: '',
      birthDate: null,
      countryId: 1,
      countryName: 'Kazakhstan',
      language: 'en',
      hasPassword: true,
      providers: [],
      createdAt: expect.stringMatching(/Z$/),
      expired: expect.stringMatching(/Z$/),
    });
  });

  it('tells how the account is entered', async () => {
    const { accountId } = member;
    await store.database
      .insertInto('account_identity')
      .values([
        { provider: 'vk', subject: `a${accountId}`, account_id: accountId },
        { provider: 'google', subject: `b${accountId}`, account_id: accountId },
      ])
      .execute();
    expect((await get()).json()).toMatchObject({ hasPassword: false, providers: ['google', 'vk'] });
  });

  it('is saved, and read again in the language asked for', async () => {
    const saved = await put(PROFILE);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json()).toMatchObject({ ...PROFILE, countryName: 'Казахстан' });
    expect((await get('?lng=kz')).json()).toMatchObject({ ...PROFILE, countryName: 'Қазақстан' });
  });

  it('may leave out the birth date, the country and the language', async () => {
    await put(PROFILE);
    const { language: _, ...rest } = PROFILE;
    const saved = await put({ ...rest, birthDate: null, countryId: null });
    expect(saved.json()).toMatchObject({ birthDate: null, countryId: null, countryName: null, language: 'kz' });
  });

  it.each([
    ['an empty name', { firstName: ' ' }, 'firstName', 'name-err'],
    ['an empty surname', { lastName: '' }, 'lastName', 'surname-err'],
    ['NUL in a name', { firstName: 'a\u0000' }, 'firstName', 'name-err'],
    ['a name of 101 characters', { lastName: 'x'.repeat(101) }, 'lastName', 'surname-err'],
    ['a day that is not there', { birthDate: '2001-02-29' }, 'birthDate', 'birth-date-invalid'],
    ['a day to come', { birthDate: '2999-01-01' }, 'birthDate', 'birth-date-invalid'],
    ['no day at all', { birthDate: 'yesterday' }, 'birthDate', 'birth-date-invalid'],
    ['another writing of a day', { birthDate: '28.02.1999' }, 'birthDate', 'birth-date-invalid'],
    ['a country that is not there', { countryId: 4242 }, 'countryId', 'country-invalid'],
    ['a list for a name', { firstName: ['a'] }, 'firstName', 'invalid-parameter'],
    ['a language that is not spoken', { language: 'xx' }, 'language', 'invalid-parameter'],
  ])('with %s is refused, and nothing of it saved', async (_what, change, field, code) => {
    await put(PROFILE);
    const answer = await put({ ...PROFILE, firstName: 'New', ...change });
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, field]);
    expect((await get()).json()).toMatchObject(PROFILE);
  });

  it('returns markup in a name unchanged; a page has to escape it', async () => {
    const saved = await put({ ...PROFILE, firstName: '<script>alert(1)</script>' });
    expect(saved.json().firstName).toBe('<script>alert(1)</script>');
  });
});

describe.each([
  ['GET', '/api/v1/user/info'],
  ['PUT', '/api/v1/user/info'],
  ['POST', '/api/v1/user/email'],
  ['PUT', '/api/v1/user/email'],
  ['POST', '/api/v1/user/phone'],
  ['PUT', '/api/v1/user/phone'],
  ['PUT', '/api/v1/user/password'],
  ['PUT', '/api/v1/user/avatar'],
  ['DELETE', '/api/v1/user/avatar'],
  ['GET', '/api/v1/user/sessions'],
  ['DELETE', '/api/v1/user/sessions'],
  ['DELETE', '/api/v1/user/sessions/00000000-0000-4000-8000-000000000000'],
  ['POST', '/account/logout'],
])('%s %s', (method, url) => {
  const ask = (headers: Record<string, string>) =>
    call(store, method, url, { headers, ...(method === 'GET' || method === 'DELETE' ? {} : { body: PROFILE }) });

  it('is for members only', async () => {
    const expired = await createMember(store);
    await expireSessions(store, expired);
    const wrong: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'x'.repeat(43)}` },
      { authorization: `Bearer ${member.token.slice(1)}` },
      { authorization: `Basic ${member.token}` },
      { authorization: `Bearer ${member.token} x` },
      expired.headers,
    ];
    for (const headers of wrong) {
      const answer = await ask(headers);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-authorized']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});
