import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { Language } from '@oyna/domain/constants';
import type { CallApi } from '~/lib/browser-api.ts';
import type { SessionStart } from '~/lib/session/session.ts';
import { readCountry } from '../../lib/use-country.ts';

export type SocialProvider = 'google' | 'vk';

export type AccountRequest =
  | { kind: 'sign-in'; login: string; password: string }
  | { kind: 'register'; login: string; email: string; password: string; countryId: string; language: Language }
  | { kind: 'guest'; email: string; language: Language }
  | { kind: 'social'; provider: SocialProvider; returnTo: string }
  | { kind: 'forgot-password'; login: string }
  | { kind: 'reset-password'; token: string; password: string };

export type AccountNotice = 'reset-sent' | 'registered' | 'password-changed';

export type AccountAnswer = { session: SessionStart } | { leaveTo: string } | { notice: AccountNotice } | CallFault;

/** The API's names of fields that the forms call otherwise. */
const FIELDS: Readonly<Record<string, string>> = { username: 'login' };

function fieldOf({ error, field }: CallFault): string | undefined {
  // Login or password was wrong. The form shows its one message at the password.
  if (error === 'auth-error') return 'password';
  return field && (FIELDS[field] ?? field);
}

/** All requests of the account forms go through this function. It never throws. */
export async function sendAccountRequest(callApi: CallApi, request: AccountRequest): Promise<AccountAnswer> {
  try {
    return await send(callApi, request);
  } catch (error) {
    const fault = faultOf(error);
    return { ...fault, field: fieldOf(fault) };
  }
}

function send(callApi: CallApi, request: AccountRequest): Promise<AccountAnswer> {
  switch (request.kind) {
    case 'sign-in':
      return signIn(callApi, request);
    case 'register':
      return register(callApi, request);
    case 'guest':
      return beginAsGuest(callApi, request);
    case 'social':
      return leaveFor(callApi, request);
    case 'forgot-password':
      return forgotPassword(callApi, request);
    case 'reset-password':
      return resetPassword(callApi, request);
  }
}

type RequestOf<Kind extends AccountRequest['kind']> = Extract<AccountRequest, { kind: Kind }>;

async function signIn(
  callApi: CallApi,
  { login, password }: { login: string; password: string },
): Promise<AccountAnswer> {
  const body = { username: login, password };
  return { session: await callApi((api) => api.POST('/account/login', { body })) };
}

/** Registration is followed by a sign-in (spec §4). If that fails, the account still exists, and the form says so. */
async function register(callApi: CallApi, request: RequestOf<'register'>): Promise<AccountAnswer> {
  const { login, email, password, countryId, language } = request;
  const body = { username: login, email, password, countryId: Number(countryId), language };
  await callApi((api) => api.POST('/account/register/user', { body }));
  return signIn(callApi, request).catch(() => ({ notice: 'registered' as const }));
}

async function beginAsGuest(callApi: CallApi, { email, language }: RequestOf<'guest'>): Promise<AccountAnswer> {
  const country = readCountry();
  const body = { email, language, ...(country !== undefined && { country }) };
  const session = await callApi((api) => api.POST('/api/v1/guest', { body }));
  return { session: { ...session, isGuest: true } };
}

async function leaveFor(callApi: CallApi, { provider, returnTo }: RequestOf<'social'>): Promise<AccountAnswer> {
  const query = { returnTo };
  const path = provider === 'google' ? '/api/v1/google/oauth' : '/api/v1/vk/oauth';
  return { leaveTo: await callApi((api) => api.GET(path, { params: { query }, parseAs: 'text' })) };
}

async function forgotPassword(callApi: CallApi, { login }: RequestOf<'forgot-password'>): Promise<AccountAnswer> {
  await callApi((api) => api.POST('/account/password/forgot', { body: { login } }));
  return { notice: 'reset-sent' };
}

async function resetPassword(callApi: CallApi, request: RequestOf<'reset-password'>): Promise<AccountAnswer> {
  const { token, password } = request;
  await callApi((api) => api.POST('/account/password/reset', { body: { token, password } }));
  return { notice: 'password-changed' };
}
