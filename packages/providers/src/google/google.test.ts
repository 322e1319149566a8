import { createGoogleSandbox } from '@oyna/sandboxes/google/google.sandbox';
import { type ServedSandbox, serveSandbox } from '@oyna/sandboxes/sandbox.test-helper';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor } from '../sign-in.test-helper.ts';
import { challengeOf, SignInError, type SignInProvider, type SignInReturn } from '../sign-in.ts';
import { type FakeIssuer, STRANGE_KEY, serveFakeIssuer } from './google.test-helper.ts';
import { createGoogleSignIn } from './google.ts';

const CLIENT = { clientId: 'oyna.apps.example', clientSecret: 'a-secret-of-the-client' };
const RETURN = 'https://oyna.example/';

let sandbox: ServedSandbox;
let google: SignInProvider;

beforeAll(async () => {
  sandbox = await serveSandbox(createGoogleSandbox({ ...CLIENT, redirectUris: [RETURN] }));
  google = createGoogleSignIn({ issuer: sandbox.baseUrl, ...CLIENT });
  // Its first request makes a key, which takes a while.
  await google.beginSignIn(RETURN);
}, 60_000);
afterAll(() => sandbox.close());

function readReturn(url: URL): SignInReturn {
  const get = (name: string) => url.searchParams.get(name) ?? '';
  return { code: get('code'), state: get('state') };
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
  it('sends the visitor with state, nonce and PKCE', async () => {
    const { url, secrets } = await google.beginSignIn(RETURN);
    expect(url.startsWith(`${sandbox.baseUrl}/auth?`)).toBe(true);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: RETURN,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: challengeOf(secrets.verifier),
      code_challenge_method: 'S256',
    });
    expect(url).not.toContain(secrets.verifier);
    expect(new Set(Object.values(secrets)).size).toBe(3);
  });

  it('learns who came back, with the return in the query', async () => {
    const { url, secrets } = await google.beginSignIn(RETURN);
    const back = await createVisitor().signIn(url, { email: 'Dana@example.com', name: 'Дана Қали' });
    expect(back.href.startsWith(`${RETURN}?`)).toBe(true);
    expect(await google.finishSignIn(readReturn(back), secrets, RETURN)).toEqual({
      provider: 'google',
      subject: expect.stringMatching(/^\d{21}$/),
      email: 'Dana@example.com',
      emailVerified: true,
      firstName: 'Дана',
      lastName: 'Қали',
      avatarUrl: expect.stringMatching(/^https:/),
    });
  });

  it('asks for the account each time, so that one visitor can sign in as two people', async () => {
    const visitor = createVisitor();
    const come = async (email: string) => {
      const { url, secrets } = await google.beginSignIn(RETURN);
      return google.finishSignIn(readReturn(await visitor.signIn(url, { email })), secrets, RETURN);
    };
    const [first, other, again] = [
      await come('a@example.com'),
      await come('b@example.com'),
      await come('a@example.com'),
    ];
    expect(other.subject).not.toBe(first.subject);
    expect(again.subject).toBe(first.subject);
  });

  it('works in two tabs at the same time', async () => {
    const visitor = createVisitor();
    const [first, second] = [await google.beginSignIn(RETURN), await google.beginSignIn(RETURN)];
    await visitor.open(first.url);
    const later = readReturn(await visitor.signIn(second.url, { email: 'b@example.com' }));
    const earlier = readReturn(await visitor.signIn(first.url, { email: 'a@example.com' }));
    expect((await google.finishSignIn(earlier, first.secrets, RETURN)).email).toBe('a@example.com');
    expect((await google.finishSignIn(later, second.secrets, RETURN)).email).toBe('b@example.com');
  });

  it('reports an address that was never verified', async () => {
    const { url, secrets } = await google.beginSignIn(RETURN);
    const back = await createVisitor().signIn(url, { unverified: true });
    expect(await google.finishSignIn(readReturn(back), secrets, RETURN)).toMatchObject({ emailVerified: false });
  });

  it('returns an error when the visitor cancels', async () => {
    const { url, secrets } = await google.beginSignIn(RETURN);
    const { searchParams } = await createVisitor().signIn(url, { cancel: true });
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('state')).toBe(secrets.state);
  });
});

describe('a code', () => {
  async function come() {
    const { url, secrets } = await google.beginSignIn(RETURN);
    return { secrets, returned: readReturn(await createVisitor().signIn(url)) };
  }

  it('can be used once', async () => {
    const { secrets, returned } = await come();
    await google.finishSignIn(returned, secrets, RETURN);
    expect(await reasonOf(google.finishSignIn(returned, secrets, RETURN))).toBe('refused');
  });

  it('is refused with another state, sender, nonce, verifier, address or code', async () => {
    const { secrets, returned } = await come();
    const other = (await come()).secrets;
    const { state, verifier, nonce } = other;
    expect(await reasonOf(google.finishSignIn({ ...returned, state }, secrets, RETURN))).toBe('refused');
    expect(await reasonOf(google.finishSignIn({ ...returned, issuer: 'https://x.kz' }, secrets, RETURN))).toBe(
      'refused',
    );
    expect(await reasonOf(google.finishSignIn({ ...returned, code: 'x' }, secrets, RETURN))).toBe('refused');
    expect(await reasonOf(google.finishSignIn(returned, { ...secrets, nonce: undefined }, RETURN))).toBe('refused');
    for (const wrong of [{ verifier }, { nonce }]) {
      const one = await come();
      expect(await reasonOf(google.finishSignIn(one.returned, { ...one.secrets, ...wrong }, RETURN))).toBe('refused');
    }
    expect(await reasonOf(google.finishSignIn(returned, secrets, `${RETURN}x`))).toBe('refused');
  });

  it('is refused for another client', async () => {
    const { secrets, returned } = await come();
    const stranger = createGoogleSignIn({ issuer: sandbox.baseUrl, ...CLIENT, clientSecret: 'guessed' });
    expect(await reasonOf(stranger.finishSignIn(returned, secrets, RETURN))).toBe('unavailable');
  });
});

describe('the sandbox', () => {
  it.each([
    ['client_id', 'other'],
    ['redirect_uri', 'https://evil.example/'],
  ])('redirects no visitor when %s is %j', async (name, value) => {
    const url = new URL((await google.beginSignIn(RETURN)).url);
    url.searchParams.set(name, value);
    const response = await createVisitor().open(url.href);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  it('asks for PKCE', async () => {
    const url = new URL((await google.beginSignIn(RETURN)).url);
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const response = await createVisitor().open(url.href);
    expect(response.headers.get('location')).toContain('error=invalid_request');
  });

  it('shows its form only to the visitor it was made for', async () => {
    const visitor = createVisitor();
    const first = await visitor.open((await google.beginSignIn(RETURN)).url);
    const page = new URL(first.headers.get('location') ?? '', first.url).href;
    expect((await visitor.open(page)).status).toBe(200);
    expect((await createVisitor().open(page)).status).toBe(400);
  });
});

describe('a token', () => {
  const past = () => Math.floor(Date.now() / 1000) - 3600;

  async function finish({ claims, ...said }: Partial<FakeIssuer['says']>) {
    const issuer = await serveFakeIssuer(CLIENT.clientId);
    const client = createGoogleSignIn({ issuer: issuer.url, ...CLIENT });
    const { secrets } = await client.beginSignIn(RETURN);
    Object.assign(issuer.says, said, { claims: { nonce: secrets.nonce, ...claims } });
    return client.finishSignIn({ code: 'c', state: secrets.state }, secrets, RETURN);
  }

  it('is believed when all of it is right', async () => {
    expect(await finish({})).toEqual({ provider: 'google', subject: '7', emailVerified: false });
  });

  it('is refused when signed with another key, or not signed', async () => {
    expect(await reasonOf(finish({ key: STRANGE_KEY }))).toBe('refused');
    expect(await reasonOf(finish({ header: { alg: 'none' } }))).toBe('refused');
    expect(await reasonOf(finish({ header: { alg: 'RS256', kid: 'other' } }))).toBe('refused');
    expect(await reasonOf(finish({ header: { alg: 'HS256' } }))).toBe('refused');
  });

  it.each([
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['for another client', { aud: 'another' }],
    ['for several clients, of which another is authorized', { aud: [CLIENT.clientId, 'another'], azp: 'another' }],
    ['that ended', { exp: past() }],
    ['without an end', { exp: undefined }],
    ['of another sign-in', { nonce: 'another' }],
    ['of no sign-in', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
    ['of a number', { sub: 7 }],
  ])('%s is refused', async (_, wrong) => {
    expect(await reasonOf(finish({ claims: wrong }))).toBe('refused');
  });

  it.each(['true', 1, {}, null])('with email_verified %j does not verify the address', async (said) => {
    const profile = await finish({ claims: { email: 'a@b.kz', email_verified: said } });
    expect(profile).toMatchObject({ email: 'a@b.kz', emailVerified: false });
  });

  it('is missing: the sign-in is refused', async () => {
    const without = () => Response.json({ access_token: 't', token_type: 'Bearer' });
    expect(await reasonOf(finish({ token: without }))).toBe('refused');
  });

  it.each([
    ['HTTP 500', () => new Response('', { status: 500 })],
    ['a page', () => new Response('<html>')],
    ['an endless answer', () => new Response('x'.repeat(300_000), { headers: { 'content-type': 'application/json' } })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } })],
    ['a refusal of our client', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ])('did not come, but %s: the provider is unavailable', async (_, token) => {
    expect(await reasonOf(finish({ token: token }))).toBe('unavailable');
  });
});

describe('a Google without valid metadata', () => {
  it('is unavailable, and asked again the next time', async () => {
    const issuer = await serveFakeIssuer(CLIENT.clientId);
    const client = createGoogleSignIn({ issuer: issuer.url, ...CLIENT });
    for (const discovery of [
      () => new Response('', { status: 503 }),
      () => Response.json({ issuer: 'https://x.kz' }),
    ]) {
      issuer.says.discovery = discovery;
      expect(await reasonOf(client.beginSignIn(RETURN))).toBe('unavailable');
    }
    issuer.says.discovery = () => undefined;
    await client.beginSignIn(RETURN);
    await client.beginSignIn(RETURN);
    expect(issuer.requests).toHaveLength(3);
  });

  it('is unavailable when the connection is refused', async () => {
    const { baseUrl, close } = await serveSandbox({ name: 'none', prefix: '', title: 'None', routes: [] });
    await close();
    expect(await reasonOf(createGoogleSignIn({ issuer: baseUrl, ...CLIENT }).beginSignIn(RETURN))).toBe('unavailable');
  });
});
