import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  codeIn,
  createMemberWithPassword,
  lettersTo,
  letterTo,
  newcomer,
  newName,
  PASSWORD,
  register,
  signIn,
} from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ worker: true, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());

const CODE_SUBJECT = 'Oyna confirmation code';
const askEmail = (token: string, email: unknown, password: unknown = PASSWORD) =>
  call(store, 'POST', '/api/v1/user/email', { token, body: { email, password } });
const confirmEmail = (token: string, code: unknown) =>
  call(store, 'PUT', '/api/v1/user/email', { token, body: { code } });
const askPhone = (token: string, phone: unknown, password: unknown = PASSWORD) =>
  call(store, 'POST', '/api/v1/user/phone', { token, body: { phone, password } });
const confirmPhone = (token: string, code: unknown) =>
  call(store, 'PUT', '/api/v1/user/phone', { token, body: { code } });
const userOf = async (token: string) => (await call(store, 'GET', '/api/v1/user/info', { token })).json();
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const newPhone = () => `+7701${String(Math.floor(1_000_000 + Math.random() * 8_999_998)).replace(/0000$/, '0001')}`;

/** A member who has got a code for a new address. */
async function sentCode() {
  const { token } = await createMemberWithPassword(store);
  const email = `${newName()}@example.com`;
  expect((await askEmail(token, email)).statusCode).toBe(202);
  return { token, email, code: codeIn(await letterTo(store, email)) };
}

describe('a new e-mail address', () => {
  it('is set when its code is given, and the old address is notified', async () => {
    const { token, email: before } = await createMemberWithPassword(store);
    const email = `${newName()}@example.com`;
    expect((await askEmail(token, email)).statusCode).toBe(202);
    const letter = await letterTo(store, email);
    expect(letter.subject).toBe(CODE_SUBJECT);
    expect(await userOf(token)).toMatchObject({ email: before, emailConfirmed: false });

    const answer = await confirmEmail(token, ` ${codeIn(letter)} `);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ email, emailConfirmed: true });
    const notice = await letterTo(store, before, 'Your email address was changed');
    expect(notice.text).toContain(before);
    await signIn(store, email);
    const notifications = (await call(store, 'GET', '/api/v1/user/notifications', { token })).json();
    expect(notifications[0]).toMatchObject({ kind: 'security', data: { event: 'email-changed' } });
  });

  it('also changes a login that was the old address', async () => {
    const before = `${newName()}@example.com`;
    const { token } = await newcomer(store, { username: before, email: before });
    const email = `${newName()}@example.com`;
    await askEmail(token, email);
    const answer = await confirmEmail(token, codeIn(await letterTo(store, email)));
    expect(answer.json()).toMatchObject({ userName: email, email });
    // The old address can be registered again.
    await register(store, { username: before, email: before });
  });

  it('that is the present one is confirmed by its code without a warning', async () => {
    const { token, email } = await createMemberWithPassword(store);
    expect((await askEmail(token, email.toUpperCase())).statusCode).toBe(202);
    const code = codeIn(await letterTo(store, email.toUpperCase(), CODE_SUBJECT));
    expect((await confirmEmail(token, code)).json()).toMatchObject({ emailConfirmed: true });
    expect((await lettersTo(store, email)).map(({ subject }) => subject)).not.toContain(
      'Your email address was changed',
    );
  });

  it('needs the password, where there is one', async () => {
    const { token } = await createMemberWithPassword(store);
    const email = `${newName()}@example.com`;
    for (const [password, code] of [
      ['', 'pass-err'],
      [undefined, 'pass-err'],
      ['Wrong!pass1', 'password-wrong'],
    ]) {
      const answer = await call(store, 'POST', '/api/v1/user/email', { token, body: { email, password } });
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, 'password']);
    }
  });

  it.each(['', 'no', 'a@b', 'a@example.com,b@example.com', 'a\u0000@example.com', 'a@example.com\r\nBcc: x@y.kz'])(
    'that is none is refused: %j',
    async (email) => {
      const { token } = await createMember(store);
      const answer = await askEmail(token, email);
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, 'email-invalid', 'email']);
    },
  );

  it('of another account is refused, also when the other account took it meanwhile', async () => {
    const { token } = await createMemberWithPassword(store);
    const taken = await register(store);
    const answer = await askEmail(token, taken.email.toUpperCase());
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([409, 'email-taken', 'email']);

    const email = `${newName()}@example.com`;
    await askEmail(token, email);
    const code = codeIn(await letterTo(store, email));
    await register(store, { email });
    const late = await confirmEmail(token, code);
    expect([late.statusCode, late.json().code, late.json().field]).toEqual([409, 'email-taken', 'email']);
  });

  it('by a code of another member is refused', async () => {
    const [one, two] = [await sentCode(), await sentCode()];
    if (one.code !== two.code) expect((await confirmEmail(two.token, one.code)).json().code).toBe('code-invalid');
  });
});

describe('a code', () => {
  it('is six digits', async () => {
    expect((await sentCode()).code).toMatch(/^\d{6}$/);
  });

  it('works once, also for concurrent requests', async () => {
    const { token, code } = await sentCode();
    // Only five of the twenty requests count as attempts, and one of them succeeds.
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirmEmail(token, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 400),
    ]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 400))
      expect(answer.json()).toMatchObject({ code: 'code-invalid', field: 'code' });
  });

  it('is worthless after five wrong tries', async () => {
    const { token, code } = await sentCode();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await confirmEmail(token, other(code))).json().code).toBe('code-invalid');
    expect((await confirmEmail(token, code)).json().code).toBe('code-invalid');
  });

  it('is good after four wrong tries', async () => {
    const { token, code } = await sentCode();
    for (let attempt = 0; attempt < 4; attempt += 1) await confirmEmail(token, other(code));
    expect((await confirmEmail(token, code)).statusCode).toBe(200);
  });

  it('cannot be guessed by concurrent requests', async () => {
    const { token, code } = await sentCode();
    await Promise.all(Array.from({ length: 20 }, () => confirmEmail(token, other(code))));
    expect((await confirmEmail(token, code)).json().code).toBe('code-invalid');
  });

  it('is good for fifteen minutes', async () => {
    const { token, code } = await sentCode();
    await store.database
      .updateTable('account_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await confirmEmail(token, code)).json().code).toBe('code-invalid');
  });

  it('replaces the one before', async () => {
    const { token, email, code } = await sentCode();
    await askEmail(token, email);
    const next = codeIn(await letterTo(store, email, CODE_SUBJECT, 2));
    if (next !== code) expect((await confirmEmail(token, code)).json().code).toBe('code-invalid');
    expect((await confirmEmail(token, next)).statusCode).toBe(200);
  });

  it('is kept as a hash, and is not in the queue', async () => {
    const { code } = await sentCode();
    const rows = await store.database.selectFrom('account_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });

  it.each([
    ['', 400],
    ['abc', 400],
    ['0'.repeat(50), 400],
    [['1'], 400],
    [null, 400],
    ['1\u00002', 400],
  ])('that is none is refused: %j', async (code, status) => {
    const { token } = await createMember(store);
    expect((await confirmEmail(token, code)).statusCode).toBe(status);
  });
});

describe('a phone number', () => {
  it('counts when its code is given, however it was written', async () => {
    const { token, email, accountId } = await createMemberWithPassword(store);
    await store.database.updateTable('account').set({ language: 'kz' }).where('id', '=', accountId).execute();
    const phone = newPhone();
    expect((await askPhone(token, `8 (${phone.slice(2, 5)}) ${phone.slice(5)}`)).statusCode).toBe(202);
    const message = await letterTo(store, phone);
    expect(message).toMatchObject({ from: 'SMS', html: '', text: expect.stringMatching(/^Oyna: растау коды \d{6}\./) });
    const code = codeIn(message);
    const wrongKind = await confirmEmail(token, code);
    expect(wrongKind.json().code).toBe('code-invalid');
    expect((await confirmPhone(token, code)).json()).toMatchObject({ phoneNumber: phone });
    await letterTo(store, email, 'Телефон нөмірі өзгертілді');
  });

  it('needs the password', async () => {
    const { token } = await createMemberWithPassword(store);
    expect((await askPhone(token, newPhone(), 'Wrong!pass1')).json()).toMatchObject({ code: 'password-wrong' });
  });

  it.each(['', '123', 'call me', '+7701123456789012', '+0123456789', "+7701'; --"])(
    'that is none is refused: %j',
    async (phone) => {
      const { token } = await createMember(store);
      const answer = await askPhone(token, phone);
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, 'phone-invalid', 'phone']);
    },
  );
});

describe('without a way to send', () => {
  it('codes are not promised', async () => {
    const production = {
      SHOP_MODE: 'production',
      DATABASE_URL: store.url,
      PUBLIC_URL: 'https://oyna.example',
      KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      SELLER_DETAILS: 'Oyna LLP, 123456789012, Almaty',
    };
    const node = await startTestNode({ url: store.url, environment: production });
    try {
      const { token } = await createMember(store);
      const body = { email: 'a@example.com', phone: '+77011234567', login: 'demo' };
      for (const url of ['/api/v1/user/email', '/api/v1/user/phone', '/account/password/forgot']) {
        const answer = await call(node, 'POST', url, {
          token: url.startsWith('/api') ? token : undefined,
          body,
        } as object);
        expect([answer.statusCode, answer.json().code], url).toEqual([503, 'unavailable']);
      }
    } finally {
      await node.close();
    }
  });
});

it('codes to one account, or to one address, are limited', async () => {
  const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on' } });
  try {
    const { token } = await createMemberWithPassword(store);
    const ask = (member: string, email: string) =>
      call(strict, 'POST', '/api/v1/user/email', { token: member, body: { email, password: PASSWORD } });
    const victim = `${newName()}@example.com`;
    for (let index = 0; index < 5; index += 1) expect((await ask(token, victim)).statusCode).toBe(202);
    expect((await ask(token, `${newName()}@example.com`)).statusCode).toBe(429);
    const another = await createMemberWithPassword(store);
    expect((await ask(another.token, victim.toUpperCase())).statusCode).toBe(429);
    expect((await ask(another.token, `${newName()}@example.com`)).statusCode).toBe(202);
  } finally {
    await strict.close();
  }
});

it('text messages of all customers together are limited in a day, and e-mails are not', async () => {
  const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on', SMS_PER_DAY: '2' } });
  try {
    const ask = async (field: 'phone' | 'email', value: string, from: string) => {
      const { token } = await createMemberWithPassword(store);
      const body = { [field]: value, password: PASSWORD };
      return (await call(strict, 'POST', `/api/v1/user/${field}`, { token, body, from })).statusCode;
    };
    const statuses = [];
    for (const from of ['10.3.0.1', '10.3.0.2', '10.3.0.3']) statuses.push(await ask('phone', newPhone(), from));
    expect(statuses).toEqual([202, 202, 429]);
    expect(await ask('email', `${newName()}@example.com`, '10.3.0.3')).toBe(202);
    const { body } = await strict.server.inject('/metrics');
    expect(body).toMatch(/^oyna_text_messages_left 0$/m);
  } finally {
    await strict.close();
  }
});
