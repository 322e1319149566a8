/** A sandbox of VK ID that accepts any name in its form, and checks all that VK checks. */
import { createHash, randomBytes } from 'node:crypto';
import { challengeOf } from '@oyna/providers/sign-in';
import { PAGE_HEADERS, readPageLanguage } from '../page-layout.ts';
import type { Sandbox, SandboxRequest } from '../sandbox.ts';
import { DEFAULT_PERSON, faultPage, readChoice, type SignInChoice, signInPage } from '../sign-in.page.ts';

export interface VkSandboxOptions {
  clientId: string;
  /** The only addresses that visitors are redirected to. */
  redirectUris: string[];
  now?: () => number;
}

interface Permission {
  redirectUri: string;
  challenge: string;
  state: string;
  deviceId: string;
  user: { user_id: string; first_name: string; last_name: string; avatar: string; email?: string };
  expiresAt: number;
}

const LOOK = { title: 'VK ID (demo)', accent: '#0a5cd6' };
const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_S = 3600;
const MAX_KEPT = 1000;
const AUTHORIZE_FIELDS = ['client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method', 'scope'];

export function createVkSandbox({ clientId, redirectUris, now = Date.now }: VkSandboxOptions): Sandbox {
  const codes = new Map<string, Permission>();
  const tokens = new Map<string, Permission>();

  /** Why the request is refused. A page shows it, because its redirect_uri cannot be trusted. */
  function findFault(query: URLSearchParams): string | undefined {
    if (query.get('response_type') !== 'code') return 'response_type must be code';
    if (query.get('client_id') !== clientId) return 'client_id is unknown';
    if (!redirectUris.includes(query.get('redirect_uri') ?? '')) return 'redirect_uri is not registered';
    if (!query.get('state')) return 'state is missing';
    if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256';
    if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'code_challenge is not valid';
    return undefined;
  }

  function showForm(request: SandboxRequest): Response {
    const { searchParams: query, pathname } = new URL(request.url);
    const fault = findFault(query);
    if (fault) return page(400, faultPage(LOOK, fault));
    const hidden = Object.fromEntries(AUTHORIZE_FIELDS.map((name) => [name, query.get(name) ?? '']));
    const action = `${pathname}?response_type=code`;
    const language = readPageLanguage(request.headers.get('accept-language'));
    return page(200, signInPage({ ...LOOK, language, action, hidden, ...DEFAULT_PERSON }));
  }

  async function takeForm(request: SandboxRequest): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    form.set('response_type', 'code');
    const fault = findFault(form);
    if (fault) return page(400, faultPage(LOOK, fault));
    const redirectUri = form.get('redirect_uri') ?? '';
    const state = form.get('state') ?? '';
    const choice = readChoice(form);
    if (choice.cancelled) {
      return redirect(redirectUri, { error: 'access_denied', error_description: 'User denied your request', state });
    }
    const [code, deviceId] = [secret(), secret()];
    keep(codes, code, {
      redirectUri,
      challenge: form.get('code_challenge') ?? '',
      state,
      deviceId,
      user: toUser(choice),
      expiresAt: now() + CODE_LIFE_MS,
    });
    return redirect(redirectUri, { code, state, device_id: deviceId, type: 'code_v2' });
  }

  async function exchange(request: SandboxRequest): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const state = form.get('state') ?? '';
    const refuse = (error: string, description: string) =>
      Response.json({ error, error_description: description, state });
    if (form.get('client_id') !== clientId) return refuse('invalid_client', 'client_id is unknown');
    if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type', 'grant_type is wrong');
    const code = form.get('code') ?? '';
    const permission = codes.get(code);
    // A code is deleted at the first try, so that it cannot be tried again.
    codes.delete(code);
    if (!permission || permission.expiresAt <= now()) return refuse('invalid_grant', 'code is invalid or expired');
    if (form.get('redirect_uri') !== permission.redirectUri) return refuse('invalid_grant', 'redirect_uri differs');
    if (form.get('device_id') !== permission.deviceId) return refuse('invalid_grant', 'device_id differs');
    if (state !== permission.state) return refuse('invalid_grant', 'state differs');
    if (challengeOf(form.get('code_verifier') ?? '') !== permission.challenge) {
      return refuse('invalid_grant', 'code_verifier is wrong');
    }
    const accessToken = secret();
    keep(tokens, accessToken, { ...permission, expiresAt: now() + TOKEN_LIFE_S * 1000 });
    return Response.json({
      access_token: accessToken,
      refresh_token: secret(),
      id_token: secret(),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFE_S,
      user_id: Number(permission.user.user_id),
      state,
      scope: 'email phone',
    });
  }

  async function describeUser(request: SandboxRequest): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const permission = tokens.get(form.get('access_token') ?? '');
    if (form.get('client_id') !== clientId || !permission || permission.expiresAt <= now()) {
      return Response.json({ error: 'invalid_token', error_description: 'access_token is invalid or expired' });
    }
    return Response.json({ user: permission.user });
  }

  return {
    name: 'vk',
    prefix: '/vk',
    title: 'VK ID: sign-in',
    routes: [
      { method: 'GET', path: '/authorize', handle: showForm },
      { method: 'POST', path: '/authorize', handle: takeForm },
      { method: 'POST', path: '/oauth2/auth', handle: exchange },
      { method: 'POST', path: '/oauth2/user_info', handle: describeUser },
    ],
  };
}

/** The same person by the same address, or by the same name if they gave none. */
function toUser({ email, firstName, lastName }: SignInChoice): Permission['user'] {
  const hash = createHash('sha256')
    .update(email.toLowerCase() || `${firstName} ${lastName}`)
    .digest();
  return {
    user_id: String(1_000_000 + hash.readUInt32BE()),
    first_name: firstName,
    last_name: lastName,
    avatar: 'https://vk.example/avatar.png',
    ...(email ? { email } : {}),
  };
}

function redirect(redirectUri: string, answer: Record<string, string>): Response {
  return new Response(null, { status: 302, headers: { location: `${redirectUri}?${new URLSearchParams(answer)}` } });
}

function page(status: number, html: string): Response {
  return new Response(html, { status, headers: PAGE_HEADERS });
}

/** Removes the oldest entry when there are too many, so that sign-ins that never end cannot fill the memory. */
function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

const secret = (): string => randomBytes(24).toString('base64url');
