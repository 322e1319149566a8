import type { Sandbox } from '@oyna/sandboxes/sandbox';
import { type ServedSandbox, serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { createVkSandbox } from '@oyna/sandboxes/vk/vk.sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVisitor } from '../sign-in.test-helper.ts';
import { challengeOf, SignInError, type SignInReturn } from '../sign-in.ts';
import { createVkSignIn } from './vk.ts';

const CLIENT = '51234567';
const RETURN = 'https://oyna.example/vk';

async function serve(sandbox: Sandbox): Promise<ServedSandbox> {
  const served = await serveSandbox(sandbox);
  onTestFinished(served.close);
  return served;
}

async function start({ now }: { now?: () => number } = {}) {
  const served = await serve(createVkSandbox({ clientId: CLIENT, redirectUris: [RETURN], ...(now ? { now } : {}) }));
  return { vk: createVkSignIn({ baseUrl: `${served.baseUrl}/`, clientId: CLIENT }), baseUrl: served.baseUrl };
}

function readReturn(url: URL): SignInReturn {
  const get = (name: string) => url.searchParams.get(name) ?? '';
  return { code: get('code'), state: get('state'), deviceId: get('device_id') };
}

async function reasonOf(profile: Promise<unknown>): Promise<string> {
  const error = await profile.then(
    () => new Error('it succeeded'),
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(SignInError);
  return (error as SignInError).reason;
}

describe('signing in', () => {
  it('sends the visitor with all that VK asks for', async () => {
    const { vk, baseUrl } = await start();
    const { url, secrets } = await vk.beginSignIn(RETURN);
    expect(url.startsWith(`${baseUrl}/authorize?`)).toBe(true);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: RETURN,
      state: secrets.state,
      code_challenge: challengeOf(secrets.verifier),
      code_challenge_method: 'S256',
      scope: 'email phone',
    });
    expect(url).not.toContain(secrets.verifier);
  });

  it('learns who came back', async () => {
    const { vk } = await start();
    const { url, secrets } = await vk.beginSignIn(RETURN);
    const back = await createVisitor().signIn(url, { email: 'Dana@example.com', name: 'Дана <b>Қ</b> "&' });
    expect(back.href.startsWith(`${RETURN}?`)).toBe(true);
    expect(back.searchParams.get('type')).toBe('code_v2');
    expect(await vk.finishSignIn(readReturn(back), secrets, RETURN)).toEqual({
      provider: 'vk',
      subject: expect.stringMatching(/^\d+$/),
      email: 'Dana@example.com',
      emailVerified: false,
      firstName: 'Дана',
      lastName: '<b>Қ</b> "&',
      avatarUrl: expect.stringMatching(/^https:/),
    });
  });

  it('gives one person one subject, and another person another', async () => {
    const { vk } = await start();
    const subject = async (email: string, name: string) => {
      const { url, secrets } = await vk.beginSignIn(RETURN);
      const back = await createVisitor().signIn(url, { email, name });
      return vk.finishSignIn(readReturn(back), secrets, RETURN);
    };
    const [first, again, other] = [await subject('', 'Ермек'), await subject('', 'Ермек'), await subject('', 'Айгүл')];
    expect(first).not.toHaveProperty('email');
    expect(again.subject).toBe(first.subject);
    expect(other.subject).not.toBe(first.subject);
  });

  it('returns an error when the visitor cancels', async () => {
    const { vk } = await start();
    const { url, secrets } = await vk.beginSignIn(RETURN);
    const { searchParams } = await createVisitor().signIn(url, { cancel: true });
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('state')).toBe(secrets.state);
    expect(searchParams.has('code')).toBe(false);
  });
});

describe('a code', () => {
  async function come(options: { now?: () => number } = {}) {
    const { vk, baseUrl } = await start(options);
    const { url, secrets } = await vk.beginSignIn(RETURN);
    const returned = readReturn(await createVisitor().signIn(url));
    return { vk, baseUrl, secrets, returned };
  }

  it('can be used once', async () => {
    const { vk, secrets, returned } = await come();
    await vk.finishSignIn(returned, secrets, RETURN);
    expect(await reasonOf(vk.finishSignIn(returned, secrets, RETURN))).toBe('refused');
  });

  it('is refused with a wrong verifier, device, state, address, client or code, and is used up by it', async () => {
    const wrongs: ((parts: Awaited<ReturnType<typeof come>>) => Promise<unknown>)[] = [
      ({ vk, returned, secrets }) => vk.finishSignIn(returned, { ...secrets, verifier: secrets.state }, RETURN),
      ({ vk, returned, secrets }) => vk.finishSignIn({ ...returned, deviceId: 'another' }, secrets, RETURN),
      ({ vk, returned, secrets }) => vk.finishSignIn({ ...returned, state: 'x' }, { ...secrets, state: 'x' }, RETURN),
      ({ vk, returned, secrets }) => vk.finishSignIn(returned, secrets, 'https://oyna.example/other'),
    ];
    for (const wrong of wrongs) {
      const parts = await come();
      expect(await reasonOf(wrong(parts))).toBe('refused');
      expect(await reasonOf(parts.vk.finishSignIn(parts.returned, parts.secrets, RETURN))).toBe('refused');
    }
    const { vk, returned, secrets, baseUrl } = await come();
    expect(await reasonOf(vk.finishSignIn({ ...returned, code: 'another' }, secrets, RETURN))).toBe('refused');
    const stranger = createVkSignIn({ baseUrl, clientId: '1' });
    expect(await reasonOf(stranger.finishSignIn(returned, secrets, RETURN))).toBe('unavailable');
  });

  it('is not sent to VK with another state or without a device', async () => {
    const { vk, returned, secrets } = await come();
    expect(await reasonOf(vk.finishSignIn({ ...returned, state: 'another' }, secrets, RETURN))).toBe('refused');
    expect(await reasonOf(vk.finishSignIn({ ...returned, deviceId: '' }, secrets, RETURN))).toBe('refused');
    expect((await vk.finishSignIn(returned, secrets, RETURN)).provider).toBe('vk');
  });

  it('ends after ten minutes', async () => {
    let time = 0;
    const early = await come({ now: () => time });
    time += 10 * 60_000 - 1;
    expect((await early.vk.finishSignIn(early.returned, early.secrets, RETURN)).provider).toBe('vk');
    const late = await come({ now: () => time });
    time += 10 * 60_000;
    expect(await reasonOf(late.vk.finishSignIn(late.returned, late.secrets, RETURN))).toBe('refused');
  });
});

describe('the sandbox', () => {
  it.each([
    ['client_id', '1'],
    ['redirect_uri', 'https://evil.example/vk'],
    ['redirect_uri', `${RETURN}/..`],
    ['response_type', 'token'],
    ['state', ''],
    ['code_challenge', 'short'],
    ['code_challenge_method', 'plain'],
  ])('redirects no visitor when %s is %j', async (name, value) => {
    const { vk } = await start();
    const url = new URL((await vk.beginSignIn(RETURN)).url);
    url.searchParams.set(name, value);
    const visitor = createVisitor();
    const shown = await visitor.open(url.href);
    expect(shown.status).toBe(400);
    expect(await shown.text()).not.toContain('<form');
    // The form has no response_type of its own to be wrong.
    if (name !== 'response_type') expect((await visitor.open(url.href, url.searchParams)).status).toBe(400);
  });

  it('escapes the parameters of an address on its page', async () => {
    const { vk } = await start();
    const url = new URL((await vk.beginSignIn(RETURN)).url);
    url.searchParams.set('state', '"><script>alert(1)</script>');
    const page = await (await createVisitor().open(url.href)).text();
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toContain('<script');
  });
});

describe('a VK that misbehaves', () => {
  const state = 's';
  const secrets = { state, verifier: 'v'.repeat(43), nonce: undefined };
  const token = { access_token: 't', user_id: 7, state };

  async function finish(auth: unknown, info: unknown = { user: { user_id: 7 } }, status = 200, timeoutMs = 10_000) {
    const answer = (said: unknown) =>
      said instanceof Response
        ? said
        : typeof said === 'string'
          ? new Response(said, { status })
          : Response.json(said, { status });
    const { baseUrl } = await serve({
      name: 'vk',
      prefix: '',
      title: 'VK',
      routes: [
        {
          method: 'POST',
          path: '/oauth2/auth',
          handle: () => (auth === 'never' ? new Promise(() => {}) : answer(auth)),
        },
        { method: 'POST', path: '/oauth2/user_info', handle: () => answer(info) },
      ],
    });
    const vk = createVkSignIn({ baseUrl, clientId: CLIENT, timeoutMs });
    return vk.finishSignIn({ code: 'c', state, deviceId: 'd' }, secrets, RETURN);
  }

  it('is accepted when its answers are valid', async () => {
    expect(await finish(token)).toEqual({ provider: 'vk', subject: '7', emailVerified: false });
    expect((await finish({ ...token, user_id: '7' })).subject).toBe('7');
  });

  it.each([200, 400, 401])('refuses by the key of its answer, with HTTP %i', async (status) => {
    expect(await reasonOf(finish({ error: 'invalid_grant', error_description: 'x', state }, {}, status))).toBe(
      'refused',
    );
    expect(await reasonOf(finish({ ...token, error: 'access_denied' }, {}, status))).toBe('refused');
    expect(await reasonOf(finish({ error: 'invalid_client', state }, {}, status))).toBe('unavailable');
  });

  it('is refused after an error at the second step', async () => {
    expect(await reasonOf(finish(token, { error: 'invalid_token', user: { user_id: 7 } }))).toBe('refused');
  });

  it('is refused with another state, or none', async () => {
    expect(await reasonOf(finish({ ...token, state: 'other' }))).toBe('refused');
    expect(await reasonOf(finish({ access_token: 't', user_id: 7 }))).toBe('refused');
  });

  it.each([
    ['an empty answer', ''],
    ['a page', '<html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"error"'],
    ['no token', { state, user_id: 7 }],
    ['a token that is no text', { ...token, access_token: 5 }],
    ['no user', { access_token: 't', state }],
    ['a user that is no number', { ...token, user_id: 'root' }],
    ['user 0', { ...token, user_id: 0 }],
    ['half a user', { ...token, user_id: 1.5 }],
    ['too much', 'x'.repeat(300_000)],
  ])('is unavailable with %s', async (_, auth) => {
    expect(await reasonOf(finish(auth))).toBe('unavailable');
  });

  it.each([
    ['another user', { user: { user_id: 8 } }],
    ['no user', {}],
    ['a user that is a list', { user: [] }],
    ['null', 'null'],
  ])('is unavailable with %s at the second step', async (_, info) => {
    expect(await reasonOf(finish(token, info))).toBe('unavailable');
  });

  it('is unavailable with HTTP 500, a redirect, or no answer in time', async () => {
    expect(await reasonOf(finish(token, {}, 500))).toBe('unavailable');
    expect(await reasonOf(finish({ error: 'invalid_grant' }, {}, 503))).toBe('unavailable');
    const away = new Response(null, { status: 307, headers: { location: 'http://127.0.0.1:9/' } });
    expect(await reasonOf(finish(away))).toBe('unavailable');
    expect(await reasonOf(finish('never', {}, 200, 50))).toBe('unavailable');
  });

  it('is unavailable when the connection is refused', async () => {
    const { baseUrl, close } = await serveSandbox({ name: 'vk', prefix: '', title: 'VK', routes: [] });
    await close();
    const vk = createVkSignIn({ baseUrl, clientId: CLIENT });
    expect(await reasonOf(vk.finishSignIn({ code: 'c', state, deviceId: 'd' }, secrets, RETURN))).toBe('unavailable');
  });
});
