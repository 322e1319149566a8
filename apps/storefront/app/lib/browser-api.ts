import type { ApiCall, ApiClient } from '@oyna/api-client/client';
import { useCallback } from 'react';
import { useI18n } from './i18n/use-translation.ts';
import { loseSession, readToken } from './session/session.ts';

/** Kept, so that a later call is sent at once: the page may be closing. */
let client: typeof import('@oyna/api-client/client') | undefined;

export const loadClient = async () => (client ??= await import('@oyna/api-client/client'));

export type CallApi = <Data>(call: (api: ApiClient) => ApiCall<Data>) => Promise<Data>;

/**
 * The API as the browser calls it: `await callApi((api) => api.GET('/api/v1/currency'))`. The client comes with the
 * first call; pages get their data from loaders and hydrate without it.
 */
export function useApi(): CallApi {
  const { language } = useI18n();
  return useCallback<CallApi>(
    async (call) => {
      const { answerOf, createApiClient } = client ?? (await loadClient());
      const token = readToken();
      try {
        return await answerOf(call(createApiClient({ fetch: (request) => fetch(signed(request, token)), language })));
      } catch (error) {
        endRefused(error, token);
        throw error;
      }
    },
    [language],
  );
}

export function signed(request: Request, token: string | undefined): Request {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** Ends the session if the server refuses its token, unless a newer token has been stored. */
export function endRefused(error: unknown, token: string | undefined): void {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'not-authorized';
  if (isRefused && token !== undefined && token === readToken()) loseSession();
}
