import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { answerOf, createApiClient } from './client.ts';

function clientFor(answer: (request: Request) => Response | Promise<Response>) {
  const asked: string[] = [];
  const api = createApiClient({
    baseUrl: 'http://store.test',
    language: 'kz',
    fetch: async (request) => {
      asked.push(request.url);
      return answer(request);
    },
  });
  return { api, asked };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('the API client', () => {
  it('puts the language into every address', async () => {
    const { api, asked } = clientFor(() => Response.json([]));
    expect(await answerOf(api.GET('/api/v1/info/categories'))).toEqual([]);
    await api.GET('/api/v1/game', { params: { query: { name: 'ведьмак & co', pageNumber: 2, pageSize: 20 } } });
    expect(asked[0]).toBe('http://store.test/api/v1/info/categories?lng=kz');
    expect(Object.fromEntries(new URL(asked[1] ?? '').searchParams)).toMatchObject({
      name: 'ведьмак & co',
      pageNumber: '2',
      lng: 'kz',
    });
  });

  it('fills the address in', async () => {
    const { api, asked } = clientFor(() => Response.json({}));
    await api.GET('/api/v1/basket/check/{id}', { params: { path: { id: 'a/b?' } } });
    await api.GET('/api/v1/game', { params: { query: { pageNumber: 1 } } });
    expect(asked).toEqual([
      'http://store.test/api/v1/basket/check/a%2Fb%3F?lng=kz',
      'http://store.test/api/v1/game?pageNumber=1&lng=kz',
    ]);
  });

  it('sends what it is given as JSON, or as the caller wants it', async () => {
    const sent: [string | null, string | null, string][] = [];
    const { api } = clientFor(async (request) => {
      sent.push([request.method, request.headers.get('content-type'), await request.text()]);
      return Response.json({});
    });
    await api.POST('/api/v1/favorites', { body: { gameId: 7 } });
    const headers = { 'content-type': 'image/png' };
    await api.PUT('/api/v1/user/avatar', { body: 'picture', bodySerializer: (body: string) => body, headers });
    await api.DELETE('/api/v1/favorites');
    expect(sent).toEqual([
      ['POST', 'application/json', '{"gameId":7}'],
      ['PUT', 'image/png', 'picture'],
      ['DELETE', null, ''],
    ]);
  });

  it('returns a text response unchanged', async () => {
    const { api } = clientFor(() => new Response('https://id.example/authorize'));
    const call = api.GET('/api/v1/google/oauth', { params: { query: {} }, parseAs: 'text' });
    expect(await answerOf(call)).toBe('https://id.example/authorize');
  });

  it('aborts a request when the caller aborts it', async () => {
    const { api } = clientFor((request) => fetch('data:,', { signal: request.signal }));
    const call = api.GET('/api/v1/info/categories', { signal: AbortSignal.abort() });
    expect(await failure(call)).toMatchObject({ name: 'AbortError' });
  });

  it('throws the error that the server sent', async () => {
    const body = { message: 'Not found', code: 'not-found', requestId: 'V1StGXR8_Z5jdHi6B-myT' };
    const { api } = clientFor(() => Response.json(body, { status: 404 }));
    const error = await failure(api.GET('/api/v1/game/{id}', { params: { path: { id: 1 } } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, ...body });
  });

  it('throws a general error for a failed response without JSON', async () => {
    const { api } = clientFor(() => new Response('<html>', { status: 502, headers: { 'x-request-id': 'abc' } }));
    const error = await failure(api.GET('/api/v1/currency'));
    expect(error).toMatchObject({
      status: 502,
      code: 'internal',
      requestId: 'abc',
      message: 'Request failed with status 502',
    });
  });

  it('returns undefined for a response without content', async () => {
    const { api } = clientFor(() => new Response(null, { status: 204 }));
    expect((await answerOf(api.GET('/api/v1/user/basket/actual'))) ?? null).toBeNull();
  });

  it('reports that there was no response', async () => {
    const { api } = clientFor(() => Promise.reject(new TypeError('fetch failed')));
    expect(await failure(api.GET('/api/v1/currency'))).toMatchObject({ status: 0, code: 'unavailable' });
  });
});
