import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../http/operator-auth.ts';
import { productionSettings } from '../../testing/production-settings.ts';
import { createTestAuthenticator } from '../../testing/test-authenticator.ts';
import { createOperator, headersOf, OPERATOR, OPERATOR_PASSWORD, signInOperator } from '../../testing/test-operator.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { createKeysService } from '../keys/keys.service.ts';

const CONSOLE = 'https://desk.example';
const SETTINGS = productionSettings('postgres://unused');
let store: TestStore;
let server: FastifyInstance;
beforeAll(async () => {
  const environment = { ...SETTINGS, CONSOLE_URL: CONSOLE };
  store = await createTestStore({ template: 'empty', environment });
  server = await store.openConsole();
});
afterAll(() => store.close());

let lastAddress = 0;
/** Each visitor has an address of their own, so that the limits of one test do not refuse another. */
const nextAddress = () => `10.0.${Math.floor(lastAddress / 250)}.${(lastAddress++ % 250) + 1}`;

interface Asked {
  headers?: Record<string, string>;
  from?: string;
  on?: FastifyInstance;
}

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, options: Asked = {}) =>
  (options.on ?? server).inject({
    method,
    url,
    remoteAddress: options.from ?? nextAddress(),
    headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
    ...(payload && { payload }),
  });
const signIn = (email: string, password = OPERATOR_PASSWORD, options: Asked = {}) =>
  ask('POST', '/api/v1/session', { email, password }, options);
const cookieOf = (answer: { headers: Record<string, unknown> }) => {
  const [, token = ''] = new RegExp(`${SESSION_COOKIE}=([^;]*)`).exec(String(answer.headers['set-cookie'])) ?? [];
  return headersOf(token);
};
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
const stateOf = async (headers: Record<string, string>) => {
  const answer = await ask('GET', '/api/v1/session', undefined, { headers });
  return answer.statusCode === 200 ? answer.json().secondFactor.state : answer.statusCode;
};

/** An operator with an authenticator app, and what they know. */
async function enrol(roleId = 'support') {
  const operator = await createOperator(store, roleId);
  const headers = cookieOf(await signIn(operator.email));
  const { secret } = (await ask('POST', '/api/v1/profile/totp', undefined, { headers })).json();
  const confirmed = await ask('PUT', '/api/v1/profile/totp', { code: codeOf(secret) }, { headers });
  return { ...operator, headers, secret, recoveryCodes: confirmed.json().recoveryCodes as string[] };
}
const prove = (headers: Record<string, string>, proof: object) =>
  ask('POST', '/api/v1/session/second-factor', proof, { headers });

describe('the sign-in of an operator', () => {
  it('opens nothing before a second factor is set up, then everything of the role', async () => {
    const operator = await createOperator(store, 'auditor');
    const answer = await signIn(operator.email.toUpperCase());
    expect(answer.json()).toMatchObject({
      operator: { id: operator.id, roleId: 'auditor' },
      secondFactor: { state: 'missing', ways: [], freshUntil: null },
    });
    const headers = cookieOf(answer);
    expect((await ask('GET', '/api/v1/team', undefined, { headers })).json().code).toBe('second-factor-needed');
    const { secret, uri } = (await ask('POST', '/api/v1/profile/totp', undefined, { headers })).json();
    expect(uri).toContain(`secret=${secret}`);
    expect((await ask('PUT', '/api/v1/profile/totp', { code: '000000' }, { headers })).json().code).toBe(
      'second-factor-invalid',
    );
    const confirmed = await ask('PUT', '/api/v1/profile/totp', { code: codeOf(secret) }, { headers });
    expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
    expect((await ask('GET', '/api/v1/team', undefined, { headers })).statusCode).toBe(200);
  });

  it('answers an unknown address, a wrong password and a disabled operator alike', async () => {
    const { id, email } = await createOperator(store, 'support');
    const wrong = await signIn(email, 'Wrong!pass1');
    const unknown = await signIn('stranger@example.com');
    await sql`UPDATE operator SET disabled_at = now() WHERE id = ${id}`.execute(store.database);
    const disabled = await signIn(email);
    for (const answer of [wrong, unknown, disabled]) {
      expect([answer.statusCode, answer.json().code, answer.headers['set-cookie']]).toEqual([
        401,
        'auth-error',
        undefined,
      ]);
    }
  });

  it('is limited per account and address', async () => {
    const { email } = await createOperator(store, 'support');
    const from = nextAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(email, 'Wrong!pass1', { from });
    expect((await signIn(email, OPERATOR_PASSWORD, { from })).statusCode).toBe(429);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it('stays open to the operator in a network that they use, also after many wrong passwords of strangers', async () => {
    const { email } = await createOperator(store, 'support');
    const office = nextAddress();
    expect((await signIn(email, OPERATOR_PASSWORD, { from: office })).statusCode).toBe(200);
    for (let stranger = 0; stranger < 5; stranger += 1) {
      const from = nextAddress();
      for (let attempt = 0; attempt < 10; attempt += 1) await signIn(email, 'Wrong!pass1', { from });
    }
    expect((await signIn(email)).statusCode, 'elsewhere').toBe(429);
    expect((await signIn(email, OPERATOR_PASSWORD, { from: office })).statusCode).toBe(200);
  });

  it('is limited per IPv6 site, too', async () => {
    const { email } = await createOperator(store, 'support');
    const from = (network: number) => ({ from: `2001:db8:7:${network}::1` });
    for (let attempt = 0; attempt < 30; attempt += 1) await signIn(email, 'Wrong!pass1', from(attempt));
    expect((await signIn(email, OPERATOR_PASSWORD, from(99))).statusCode).toBe(429);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  it('needs the second factor once it is set up, and each code counts once', async () => {
    const { email, secret } = await enrol();
    const answer = await signIn(email);
    expect(answer.json().secondFactor).toMatchObject({ state: 'needed', ways: ['totp', 'recovery-code'] });
    const headers = cookieOf(answer);
    // The app was confirmed with the present code, so it is used.
    expect((await prove(headers, { code: codeOf(secret) })).json().code).toBe('second-factor-invalid');
    const next = codeOf(secret, 1);
    expect((await prove(headers, { code: next })).json().secondFactor.state).toBe('proven');
    const other = cookieOf(await signIn(email));
    expect((await prove(other, { code: next })).json().code).toBe('second-factor-invalid');
    expect(await stateOf(other)).toBe('needed');
  });

  it('takes each recovery code once, and not the password', async () => {
    const { email, recoveryCodes } = await enrol();
    const [code = ''] = recoveryCodes;
    const headers = cookieOf(await signIn(email));
    expect((await prove(headers, { password: OPERATOR_PASSWORD })).json().code).toBe('second-factor-invalid');
    expect((await prove(headers, { recoveryCode: code.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
    const other = cookieOf(await signIn(email));
    expect((await prove(other, { recoveryCode: code })).json().code).toBe('second-factor-invalid');
    expect((await prove(other, {})).statusCode).toBe(400);
  });

  it('limits the attempts at the second factor', async () => {
    const { email, recoveryCodes } = await enrol();
    const headers = cookieOf(await signIn(email));
    for (let attempt = 0; attempt < 10; attempt += 1) await prove(headers, { code: '123456' });
    expect((await prove(headers, { recoveryCode: recoveryCodes[1] ?? '' })).statusCode).toBe(429);
  });

  it('leaves one audit entry each', async () => {
    const { id, email, secret } = await enrol();
    const headers = cookieOf(await signIn(email));
    await prove(headers, { code: codeOf(secret, 1) });
    await ask('DELETE', '/api/v1/session', undefined, { headers });
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_entry WHERE actor_id = ${id} ORDER BY position`.execute(store.database);
    expect(rows.map(({ action }) => action)).toEqual([
      'sign in',
      'totp set up',
      'sign in',
      'second factor',
      'sign out',
    ]);
    expect(await stateOf(headers)).toBe(401);
  });

  it('needs no second factor in the demo, where the password confirms', async () => {
    const node = await startTestNode({ url: store.url });
    const demo = await node.openConsole();
    const { email } = await createOperator(store, 'owner');
    const answer = await signIn(email, OPERATOR_PASSWORD, { on: demo });
    expect(answer.json().secondFactor).toMatchObject({ state: 'proven', ways: ['password'] });
    const options = { headers: cookieOf(answer), on: demo };
    await sql`UPDATE operator_session SET second_factor_at = now() - interval '11 minutes'
      WHERE operator_id = ${answer.json().operator.id}`.execute(store.database);
    const role = { id: 'night-shift', name: 'Night', permissions: [], limits: {} };
    expect((await ask('POST', '/api/v1/roles', role, options)).json().code).toBe('second-factor-stale');
    const wrong = { password: 'Wrong!pass1' };
    expect((await ask('POST', '/api/v1/session/second-factor', wrong, options)).statusCode).toBe(400);
    await ask('POST', '/api/v1/session/second-factor', { password: OPERATOR_PASSWORD }, options);
    expect((await ask('POST', '/api/v1/roles', role, options)).statusCode).toBe(204);
    await node.close();
  });
});

describe('a passkey', () => {
  const place = { origin: CONSOLE, host: 'desk.example' };
  const optionsOf = async (url: string, headers: Record<string, string>) =>
    (await ask('POST', url, undefined, { headers })).json();
  const add = async (headers: Record<string, string>, authenticator = createTestAuthenticator(place)) => {
    const options = await optionsOf('/api/v1/profile/passkeys/options', headers);
    const body = { name: 'laptop', response: authenticator.create(options) };
    return { authenticator, body, answer: await ask('POST', '/api/v1/profile/passkeys', body, { headers }) };
  };

  it('is added once, proves the second factor and brings recovery codes', async () => {
    const { email } = await createOperator(store, 'support');
    const first = cookieOf(await signIn(email));
    const { authenticator, body, answer } = await add(first);
    expect(answer.json().recoveryCodes).toHaveLength(10);
    expect((await ask('POST', '/api/v1/profile/passkeys', body, { headers: first })).statusCode).toBe(400);
    const headers = cookieOf(await signIn(email));
    const question = await optionsOf('/api/v1/session/passkey-options', headers);
    const passkey = authenticator.get(question);
    expect((await prove(headers, { passkey })).json().secondFactor.state).toBe('proven');
    expect((await prove(headers, { passkey })).json().code).toBe('second-factor-invalid');
    const { passkeys } = (await ask('GET', '/api/v1/profile', undefined, { headers })).json();
    expect(passkeys).toMatchObject([{ name: 'laptop', usedAt: expect.any(String) }]);
  });

  it.each([
    ['of another site', { origin: 'https://evil.example', host: 'desk.example' }],
    ['for another host', { origin: CONSOLE, host: 'evil.example' }],
  ])('%s is refused', async (_, wrong) => {
    const headers = cookieOf(await signIn((await createOperator(store, 'support')).email));
    const { answer } = await add(headers, createTestAuthenticator(wrong));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'second-factor-invalid']);
  });

  it('of a colleague, and one that signs for another session, is refused', async () => {
    const [own, other] = await Promise.all(['support', 'support'].map((roleId) => createOperator(store, roleId)));
    const headers = cookieOf(await signIn(own?.email ?? ''));
    await add(headers);
    const { authenticator } = await add(cookieOf(await signIn(other?.email ?? '')));
    const session = cookieOf(await signIn(own?.email ?? ''));
    const foreign = authenticator.get(await optionsOf('/api/v1/session/passkey-options', session));
    expect((await prove(session, { passkey: foreign })).json().code).toBe('second-factor-invalid');
    const theirs = cookieOf(await signIn(other?.email ?? ''));
    const question = await optionsOf('/api/v1/session/passkey-options', session);
    await optionsOf('/api/v1/session/passkey-options', theirs);
    expect((await prove(theirs, { passkey: authenticator.get(question) })).json().code).toBe('second-factor-invalid');
  });
});

describe('an operator changes', () => {
  it('the second factor only after a fresh proof, and keeps one', async () => {
    const { id, headers } = await enrol();
    const last = await ask('DELETE', '/api/v1/profile/totp', undefined, { headers });
    expect([last.statusCode, last.json().code]).toEqual([409, 'last-second-factor']);
    const renewed = await ask('POST', '/api/v1/profile/recovery-codes', undefined, { headers });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    await sql`UPDATE operator_session SET second_factor_at = now() - interval '11 minutes'
      WHERE operator_id = ${id}`.execute(store.database);
    for (const [method, url] of [
      ['POST', '/api/v1/profile/totp'],
      ['POST', '/api/v1/profile/passkeys/options'],
      ['POST', '/api/v1/profile/recovery-codes'],
    ] as const) {
      expect((await ask(method, url, undefined, { headers })).json().code, url).toBe('second-factor-stale');
    }
  });

  it('an app, recovery codes and passkeys, and each change is recorded once', async () => {
    const operator = await signInOperator(store, 'support');
    const addApp = async () => {
      const { secret } = (await operator.call('POST', '/api/v1/profile/totp')).json();
      return operator.call('PUT', '/api/v1/profile/totp', { code: codeOf(secret) });
    };
    expect((await addApp()).statusCode).toBe(200);
    expect((await operator.call('POST', '/api/v1/profile/recovery-codes')).statusCode).toBe(200);
    const options = (await operator.call('POST', '/api/v1/profile/passkeys/options')).json();
    const response = createTestAuthenticator({ origin: CONSOLE, host: 'desk.example' }).create(options);
    expect((await operator.call('POST', '/api/v1/profile/passkeys', { name: 'laptop', response })).statusCode).toBe(
      200,
    );
    expect((await operator.call('DELETE', '/api/v1/profile/totp')).statusCode).toBe(204);
    expect((await addApp()).statusCode).toBe(200);
    const [passkey] = (await operator.get('/api/v1/profile')).json().passkeys;
    expect((await operator.call('DELETE', `/api/v1/profile/passkeys/${passkey.id}`)).statusCode).toBe(204);
  });

  it('name and language, password with the old one, and ends other sessions', async () => {
    const operator = await signInOperator(store, 'support');
    const other = cookieOf(await signIn(operator.email));
    const changed = await operator.call('PUT', '/api/v1/profile', { name: 'Айша', language: 'kz' });
    expect(changed.statusCode).toBe(204);
    expect((await operator.get('/api/v1/profile')).json()).toMatchObject({ name: 'Айша', language: 'kz' });
    const password = 'Another!pass7';
    const wrong = { current: 'Wrong!pass1', password };
    expect((await operator.call('PUT', '/api/v1/profile/password', wrong)).json().code).toBe('password-wrong');
    const weak = { current: OPERATOR_PASSWORD, password: 'Password!1' };
    expect((await operator.call('PUT', '/api/v1/profile/password', weak)).json().code).toBe('password-common');
    const right = { current: OPERATOR_PASSWORD, password };
    expect((await operator.call('PUT', '/api/v1/profile/password', right)).statusCode).toBe(204);
    expect([await stateOf(other), await stateOf(operator.headers)]).toEqual([401, 'proven']);
    expect((await signIn(operator.email, password)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  const move = (operatorId: number, column: 'used_at' | 'expires_at', minutes: number) =>
    sql`UPDATE operator_session SET ${sql.ref(column)} = ${sql.ref(column)} - make_interval(mins => ${minutes})
      WHERE operator_id = ${operatorId}`.execute(store.database);

  it('ends 30 minutes after its last use, and each use prolongs it', async () => {
    const { id, headers } = await signInOperator(store, 'support');
    await move(id, 'used_at', 29);
    expect(await stateOf(headers)).toBe('proven');
    await move(id, 'used_at', 29);
    expect(await stateOf(headers)).toBe('proven');
    await move(id, 'used_at', 31);
    expect(await stateOf(headers)).toBe(401);
  });

  it('ends 12 hours after the sign-in although it is used', async () => {
    const { id, headers } = await signInOperator(store, 'support');
    await move(id, 'expires_at', 12 * 60 - 1);
    expect(await stateOf(headers)).toBe('proven');
    await move(id, 'expires_at', 2);
    expect(await stateOf(headers)).toBe(401);
  });

  it('is listed and can be ended, one or all others', async () => {
    const operator = await signInOperator(store, 'support');
    const others = [cookieOf(await signIn(operator.email)), cookieOf(await signIn(operator.email))];
    const { sessions } = (await operator.get('/api/v1/profile')).json();
    expect(sessions).toHaveLength(3);
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await operator.call('DELETE', `/api/v1/profile/sessions/${id}`)).statusCode).toBe(204);
    expect((await operator.call('DELETE', `/api/v1/profile/sessions/${id}`)).statusCode).toBe(404);
    expect((await operator.call('DELETE', '/api/v1/profile/sessions')).statusCode).toBe(204);
    expect(await Promise.all([...others, operator.headers].map(stateOf))).toEqual([401, 401, 'proven']);
    const stranger = await signInOperator(store, 'support');
    const foreign = (await stranger.get('/api/v1/profile')).json().sessions[0].id;
    expect((await operator.call('DELETE', `/api/v1/profile/sessions/${foreign}`)).statusCode).toBe(404);
  });

  it('is refused at once when the operator is disabled', async () => {
    const { id, headers } = await signInOperator(store, 'support');
    await sql`UPDATE operator SET disabled_at = now() WHERE id = ${id}`.execute(store.database);
    expect(await stateOf(headers)).toBe(401);
  });
});

it('secrets of authenticator apps are encrypted, and a new master key opens them', async () => {
  const { id, secret } = await enrol();
  const { rows } = await sql<{ found: string }>`SELECT encode(sealed, 'escape') AS found FROM vault_secret
    WHERE name = ${`operator ${id} totp`}`.execute(store.database);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.found).not.toContain(secret);
  const previous = Buffer.from(SETTINGS['KEY_ENCRYPTION_KEY'] ?? '', 'hex');
  const current = randomBytes(32);
  await createKeysService(store.database, { current, previous }).rotateKeys(OPERATOR);
  const { secrets } = createKeysService(store.database, { current });
  expect(await secrets.find(store.database, `operator ${id} totp`)).toBe(secret);
});
