import { answerOf, createApiClient } from '@oyna/api-client/client';
import { describe, expect, it } from 'vitest';
import type { CallApi } from '~/lib/browser-api.ts';
import { sendAccountRequest } from './account-calls.ts';

const session = { token: 'abc', expired: '2030-01-01T00:00:00.000Z' };
const failure = (status: number, code: string, field?: string) =>
  Response.json({ message: '', code, requestId: 'r-1', ...(field && { field }) }, { status });

function apiWith(answers: Record<string, () => Response>) {
  const requests: { path: string; body: unknown }[] = [];
  const callApi: CallApi = (call) =>
    answerOf(
      call(
        createApiClient({
          baseUrl: 'http://store.test',
          language: 'ru',
          fetch: async (request) => {
            const { pathname, searchParams } = new URL(request.url);
            const body = request.method === 'GET' ? Object.fromEntries(searchParams) : await request.json();
            requests.push({ path: pathname, body });
            const answer = answers[pathname];
            if (!answer) throw new TypeError('no network');
            return answer();
          },
        }),
      ),
    );
  return { callApi, requests };
}

const newcomer = {
  kind: 'register',
  login: 'aida',
  email: 'aida@example.com',
  password: 'Secret!1',
  countryId: '2',
  language: 'kz',
} as const;

describe('the requests of the account forms', () => {
  it('signs in', async () => {
    const { callApi, requests } = apiWith({ '/account/login': () => Response.json(session) });
    const answer = await sendAccountRequest(callApi, { kind: 'sign-in', login: 'aida', password: 'Secret!1' });
    expect(answer).toEqual({ session });
    expect(requests).toEqual([{ path: '/account/login', body: { username: 'aida', password: 'Secret!1' } }]);
  });

  it('registers and then signs in', async () => {
    const { callApi, requests } = apiWith({
      '/account/register/user': () => Response.json({ userName: 'aida', email: 'aida@example.com' }, { status: 201 }),
      '/account/login': () => Response.json(session),
    });
    expect(await sendAccountRequest(callApi, newcomer)).toEqual({ session });
    expect(requests[0]?.body).toEqual({
      username: 'aida',
      email: 'aida@example.com',
      password: 'Secret!1',
      countryId: 2,
      language: 'kz',
    });
  });

  it('shows that the account exists when only the sign-in after it failed', async () => {
    const { callApi } = apiWith({
      '/account/register/user': () => Response.json({}, { status: 201 }),
      '/account/login': () => failure(429, 'too-many-requests'),
    });
    expect(await sendAccountRequest(callApi, newcomer)).toEqual({ notice: 'registered' });
  });

  it('names the field at fault as the form does', async () => {
    const { callApi } = apiWith({ '/account/register/user': () => failure(409, 'login-taken', 'username') });
    expect(await sendAccountRequest(callApi, newcomer)).toEqual({
      error: 'login-taken',
      field: 'login',
      requestId: 'r-1',
    });
  });

  it('puts the one message of a failed sign-in at the password', async () => {
    const { callApi } = apiWith({ '/account/login': () => failure(401, 'auth-error') });
    const answer = await sendAccountRequest(callApi, { kind: 'sign-in', login: 'aida', password: 'Secret!1' });
    expect(answer).toMatchObject({ error: 'auth-error', field: 'password' });
  });

  it('requests the address of the provider and passes the return address', async () => {
    const { callApi, requests } = apiWith({
      '/api/v1/vk/oauth': () => new Response('https://id.vk.com/authorize?x=1'),
    });
    const request = { kind: 'social', provider: 'vk', returnTo: '/catalog?name=a' } as const;
    expect(await sendAccountRequest(callApi, request)).toEqual({ leaveTo: 'https://id.vk.com/authorize?x=1' });
    expect(requests[0]?.body).toMatchObject({ returnTo: '/catalog?name=a' });
  });

  it('distinguishes a network failure from a refusal', async () => {
    const { callApi } = apiWith({});
    expect(await sendAccountRequest(callApi, { kind: 'forgot-password', login: 'a' })).toMatchObject({
      error: 'no-answer',
    });
  });
});
