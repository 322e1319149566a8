/**
 * A sandbox of Google: a real OpenID provider, whose sign-in page accepts any name. Loaded at the first
 * request, because only a sign-in in the demo needs it.
 */
import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { Configuration, Provider } from 'oidc-provider';
import { PAGE_HEADERS, readPageLanguage } from '../page-layout.ts';
import type { Sandbox } from '../sandbox.ts';
import { DEFAULT_PERSON, faultPage, readChoice, type SignInChoice, signInPage } from '../sign-in.page.ts';
import { createAdapterFactory } from './google.sandbox-memory.ts';

export interface GoogleSandboxOptions {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

const PREFIX = '/google';
const LOOK = { title: 'Google (demo)', accent: '#1a66d2' };
const MAX_FORM_BYTES = 10_000;
const MAX_PEOPLE = 1000;
/** The names under which one machine is reached: localhost, an address, a name. */
const MAX_ISSUERS = 8;
const HOST = /^[\w.:[\]-]{1,255}$/;
const SCOPE = 'openid email profile';
const SESSION_COOKIE = 'google_session';

export function createGoogleSandbox(options: GoogleSandboxOptions): Sandbox {
  const people = new Map<string, SignInChoice>();
  const issuers = new Map<string, Promise<Provider>>();

  /** An issuer is its address, which a sandbox learns from the request. */
  function getIssuer(address: string): Promise<Provider> {
    const known = issuers.get(address);
    if (known) return known;
    const [oldest] = issuers.keys();
    if (issuers.size >= MAX_ISSUERS && oldest !== undefined) issuers.delete(oldest);
    const issuer = createIssuer(address, options, people);
    issuers.set(address, issuer);
    return issuer;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '' } = request.headers;
    if (!HOST.test(host)) return sendPage(response, 400, faultPage(LOOK, 'Host is not valid'));
    const issuer = await getIssuer(`http://${host}${PREFIX}`);
    const { url = '' } = request;
    // Mounted below a prefix, the provider finds its own address by the difference of the two.
    Object.assign(request, { originalUrl: url, url: url.slice(PREFIX.length) || '/' });
    if (url.startsWith(`${PREFIX}/interaction/`)) return showOrTakeForm(issuer, request, response, people);
    // The session is not kept, so that a user of the demo can sign in as another person the next time.
    if (url.startsWith(`${PREFIX}/auth`)) forgetSession(request);
    await issuer.callback()(request, response);
  }

  return {
    name: 'google',
    prefix: PREFIX,
    title: 'Google: sign-in by OpenID Connect',
    routes: [],
    handler(request, response) {
      handle(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendPage(response, 400, faultPage(LOOK, error instanceof Error ? error.message : String(error)));
      });
    },
  };
}

async function showOrTakeForm(
  issuer: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  people: Map<string, SignInChoice>,
): Promise<void> {
  const { uid } = await issuer.interactionDetails(request, response);
  const choice = request.method === 'POST' ? readChoice(await readForm(request)) : undefined;
  if (!choice || (!choice.cancelled && !choice.email.includes('@'))) {
    const action = `${PREFIX}/interaction/${uid}`;
    const language = readPageLanguage(request.headers['accept-language']);
    return sendPage(response, 200, signInPage({ ...LOOK, language, action, ...DEFAULT_PERSON, asksUnverified: true }));
  }
  if (choice.cancelled) {
    const refusal = { error: 'access_denied', error_description: 'The person said no' };
    return issuer.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
  }
  const subject = subjectOf(choice.email);
  const [oldest] = people.keys();
  if (people.size >= MAX_PEOPLE && oldest !== undefined) people.delete(oldest);
  people.set(subject, choice);
  return issuer.interactionFinished(request, response, { login: { accountId: subject } });
}

async function createIssuer(
  address: string,
  { clientId, clientSecret, redirectUris }: GoogleSandboxOptions,
  people: Map<string, SignInChoice>,
): Promise<Provider> {
  const { default: OpenIdProvider } = await import('oidc-provider');
  const ttl = (seconds: number) => () => seconds;
  const configuration: Configuration = {
    adapter: createAdapterFactory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [await createSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies do not depend on the port, so these names must differ from those of the store.
      names: { interaction: 'google_interaction', resume: 'google_resume', session: SESSION_COOKIE },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: PREFIX },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: SCOPE.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // As at Google, the token itself contains the profile.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `${PREFIX}/interaction/${uid}` },
    findAccount: (_ctx, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(person) }) };
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      // Google asks for consent separately. Here the sign-in counts as consent.
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: ttl(3600),
      AuthorizationCode: ttl(600),
      Grant: ttl(3600),
      IdToken: ttl(3600),
      Interaction: ttl(3600),
      Session: ttl(3600),
    },
    renderError(ctx, out) {
      ctx.set(PAGE_HEADERS);
      ctx.body = faultPage(LOOK, `${out.error}: ${out.error_description ?? ''}`);
    },
  };
  return new OpenIdProvider(address, configuration);
}

async function createSigningKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

/** The same person by the same address, in the form of Google's own subjects. */
function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest();
  return `1${(hash.readBigUInt64BE() % 10n ** 18n).toString().padStart(20, '0')}`;
}

function claimsOf({ email, firstName, lastName, unverified }: SignInChoice) {
  return {
    email,
    email_verified: !unverified,
    name: `${firstName} ${lastName}`.trim(),
    given_name: firstName,
    ...(lastName ? { family_name: lastName } : {}),
    picture: 'https://google.example/avatar.png',
  };
}

function forgetSession(request: IncomingMessage): void {
  const cookies = request.headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  request.headers.cookie = cookies?.join('; ');
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) throw new RangeError('the form is too large');
  }
  return new URLSearchParams(text);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, PAGE_HEADERS).end(html);
}
