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

  it('throws what the server says went wrong', async () => {
    const body = { message: 'Not found', code: 'not-found', requestId: 'V1StGXR8_Z5jdHi6B-myT' };
    const { api } = clientFor(() => Response.json(body, { status: 404 }));
    const error = await failure(api.GET('/api/v1/game/{id}', { params: { path: { id: 1 } } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, ...body });
  });

  it('has words of its own for an answer without any', async () => {
    const { api } = clientFor(() => new Response('<html>', { status: 502, headers: { 'x-request-id': 'abc' } }));
    const error = await failure(api.GET('/api/v1/currency'));
    expect(error).toMatchObject({
      status: 502,
      code: 'internal',
      requestId: 'abc',
      message: 'Request failed with status 502',
    });
  });

  it('tells that nobody answered', async () => {
    const { api } = clientFor(() => Promise.reject(new TypeError('fetch failed')));
    expect(await failure(api.GET('/api/v1/currency'))).toMatchObject({ status: 0, code: 'unavailable' });
  });
});
