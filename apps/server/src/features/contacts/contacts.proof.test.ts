import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  codeIn,
  createMemberWithPassword,
  lettersTo,
  letterTo,
  newName,
  PASSWORD,
} from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { openSession } from '../sessions/sessions.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const NEXT = 'Another@pass2';
const PROOF_SUBJECT = 'Код для изменения аккаунта Oyna';
const newEmail = () => `${newName()}@example.com`;
const askEmail = (token: string, email: string) =>
  call(store, 'POST', '/api/v1/user/email', { token, body: { email } });
const confirmEmail = (token: string, code: string) =>
  call(store, 'PUT', '/api/v1/user/email', { token, body: { code } });
const askPhone = (token: string) =>
  call(store, 'POST', '/api/v1/user/phone', { token, body: { phone: '+77011234567' } });
const setPassword = (token: string) => call(store, 'PUT', '/api/v1/user/password', { token, body: { next: NEXT } });
const askProof = (token: string) => call(store, 'POST', '/api/v1/user/proof', { token });
const prove = (token: string, code: unknown) => call(store, 'PUT', '/api/v1/user/proof', { token, body: { code } });
const userOf = async (token: string) => (await call(store, 'GET', '/api/v1/user/info', { token })).json();

/** A member who came through Google or VK: an address and no password. */
async function createSocialMember() {
  const member = await createMember(store);
  const { email } = await userOf(member.token);
  return { ...member, email: email as string };
}
async function createProvenMember() {
  const member = await createSocialMember();
  expect((await askProof(member.token)).statusCode).toBe(202);
  const code = codeIn(await letterTo(store, member.email, PROOF_SUBJECT));
  expect((await prove(member.token, code)).statusCode).toBe(204);
  return { ...member, code };
}

describe('an account without a password', () => {
  it('needs a code to the present address before e-mail, phone or password change', async () => {
    const { token, email } = await createSocialMember();
    const next = newEmail();
    for (const answer of [await askEmail(token, next), await askPhone(token), await setPassword(token)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof-needed']);
    }
    expect(await userOf(token)).toMatchObject({ email, hasPassword: false });
    expect(await lettersTo(store, next)).toEqual([]);
  });

  it('changes its address after the code, and the old address gets a notice', async () => {
    const { token, email } = await createProvenMember();
    const next = newEmail();
    expect((await askEmail(token, next)).statusCode).toBe(202);
    const answer = await confirmEmail(token, codeIn(await letterTo(store, next)));
    expect(answer.json()).toMatchObject({ email: next, emailConfirmed: true });
    await letterTo(store, email, 'Адрес почты изменён');
    // The proof was of the old address.
    expect((await askEmail(token, newEmail())).json().code).toBe('proof-needed');
  });

  it('adds a phone number and a password after the code', async () => {
    const { token } = await createProvenMember();
    expect((await askPhone(token)).statusCode).toBe(202);
    expect((await setPassword(token)).statusCode).toBe(204);
    expect((await userOf(token)).hasPassword).toBe(true);
  });

  it('confirms its present address without another code', async () => {
    const { token, email } = await createSocialMember();
    expect((await askEmail(token, email.toUpperCase())).statusCode).toBe(202);
  });

  it('does not prove anything in its other sessions', async () => {
    const { accountId } = await createProvenMember();
    const other = await openSession(store.database, accountId, { userAgent: 'thief', address: '10.0.0.9' });
    expect((await askEmail(other.token, newEmail())).json().code).toBe('proof-needed');
  });

  it('has to prove its address again after 15 minutes', async () => {
    const { token, accountId } = await createProvenMember();
    await sql`UPDATE account_session SET proven_at = now() - interval '15 minutes' WHERE account_id = ${accountId}`.execute(
      store.database,
    );
    expect((await setPassword(token)).json().code).toBe('proof-needed');
  });

  it('adds its first address without proof', async () => {
    const { token, accountId } = await createSocialMember();
    await store.database.updateTable('account').set({ email: null }).where('id', '=', accountId).execute();
    expect((await askEmail(token, newEmail())).statusCode).toBe(202);
    expect((await askProof(token)).statusCode).toBe(409);
  });
});

describe('the code of the proof', () => {
  it('works once, for its account and for nothing else', async () => {
    const { token, code } = await createProvenMember();
    expect((await prove(token, code)).json()).toMatchObject({ code: 'code-invalid', field: 'code' });

    const member = await createSocialMember();
    await askProof(member.token);
    const fresh = codeIn(await letterTo(store, member.email, PROOF_SUBJECT));
    expect((await confirmEmail(member.token, fresh)).json().code).toBe('code-invalid');
    expect((await prove((await createSocialMember()).token, fresh)).json().code).toBe('code-invalid');
    expect((await prove(member.token, fresh)).statusCode).toBe(204);
  });

  it('is worthless after five wrong tries', async () => {
    const member = await createSocialMember();
    await askProof(member.token);
    const code = codeIn(await letterTo(store, member.email, PROOF_SUBJECT));
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await prove(member.token, wrong)).statusCode).toBe(400);
    expect((await prove(member.token, code)).json().code).toBe('code-invalid');
    expect((await setPassword(member.token)).json().code).toBe('proof-needed');
  });

  it('cannot be used after the address has changed', async () => {
    const { token, email, accountId } = await createProvenMember();
    await askProof(token);
    const code = codeIn(await letterTo(store, email, PROOF_SUBJECT, 2));
    const next = newEmail();
    await askEmail(token, next);
    expect((await confirmEmail(token, codeIn(await letterTo(store, next)))).statusCode).toBe(200);
    expect((await prove(token, code)).json().code).toBe('code-invalid');
    const proven = store.database.selectFrom('account_session').select('proven_at').where('account_id', '=', accountId);
    expect(await proven.execute()).toEqual([{ proven_at: null }]);
  });

  it.each([[''], ['abc'], ['0'.repeat(50)], [['1']], [null]])('is refused as malformed: %j', async (code) => {
    const { token } = await createSocialMember();
    expect((await prove(token, code)).statusCode).toBe(400);
  });

  it('is not sent to an account with a password, or without a session, or too often', async () => {
    const { token } = await createMemberWithPassword(store);
    expect((await askProof(token)).json().code).toBe('state-conflict');
    const change = { email: newEmail(), password: PASSWORD };
    expect((await call(store, 'POST', '/api/v1/user/email', { token, body: change })).statusCode).toBe(202);
    expect((await call(store, 'POST', '/api/v1/user/proof')).statusCode).toBe(401);

    const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on' } });
    try {
      const member = await createSocialMember();
      const ask = () => call(strict, 'POST', '/api/v1/user/proof', { token: member.token });
      for (let index = 0; index < 5; index += 1) expect((await ask()).statusCode).toBe(202);
      expect((await ask()).statusCode).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
