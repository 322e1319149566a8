import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { createMember } from './test-member.ts';
import type { TestStore } from './test-store.ts';

/** A customer who registers and signs in over HTTP. */

export const PASSWORD = 'Secret!pass1';
/** Cheap to compare, because most tests are not about the hash. The others register over HTTP. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$0w37Vr45T6jBgE+DCj509w$9AMKyyTgrR96iqvsYju/G1zPYvybfgBaxzMuQAW0xP0';

interface Call {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The visitor's address. */
  from?: string;
}

export function call({ server }: Pick<TestStore, 'server'>, method: string, url: string, options: Call = {}) {
  const { body, token, headers = {}, from } = options;
  return server.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { payload: body as object }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
}

export const newName = () => `user-${randomBytes(6).toString('hex')}`;

export async function register(store: TestStore, change: Record<string, unknown> = {}) {
  const username = newName();
  const form = {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    countryId: 1,
    language: 'en',
    ...change,
  };
  const answer = await call(store, 'POST', '/account/register/user', { body: form });
  expect(answer.statusCode, answer.body).toBe(201);
  return form;
}

export async function signIn(store: TestStore, username: string, password = PASSWORD, headers = {}): Promise<string> {
  const answer = await call(store, 'POST', '/account/login', { body: { username, password }, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().token;
}

export async function newcomer(store: TestStore, change: Record<string, unknown> = {}) {
  const form = await register(store, change);
  return { ...form, token: await signIn(store, form.username) };
}

/** Like `newcomer`, but created in the database: for tests that are not about registration. */
export async function createMemberWithPassword(store: TestStore) {
  const member = await createMember(store);
  const account = await store.database
    .updateTable('account')
    .set({ password_hash: PASSWORD_HASH, language: 'en' })
    .where('id', '=', member.accountId)
    .returning(['login as username', 'email'])
    .executeTakeFirstOrThrow();
  return { ...member, username: account.username, email: account.email ?? '' };
}

interface Letter {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  at: string;
  messageId?: string;
}

/** Newest first. */
export async function lettersTo({ sandboxUrl }: Pick<TestStore, 'sandboxUrl'>, to: string): Promise<Letter[]> {
  const all = (await (await fetch(`${sandboxUrl}/mail.json`)).json()) as Letter[];
  return all.filter((letter) => letter.to.toLowerCase() === to.toLowerCase());
}

/** The newest mail to this address with this subject, as soon as there are `count` of them. */
export function letterTo(store: TestStore, to: string, subject?: string, count = 1): Promise<Letter> {
  return eventually(async () => {
    const letters = (await lettersTo(store, to)).filter(
      (letter) => subject === undefined || letter.subject === subject,
    );
    expect(letters.length).toBeGreaterThanOrEqual(count);
    return letters[0] as Letter;
  });
}

export const codeIn = (letter: Letter): string => /\b\d{6}\b/.exec(letter.text)?.[0] ?? '';
