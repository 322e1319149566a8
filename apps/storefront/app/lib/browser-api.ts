import type { ApiCall, ApiClient } from '@oyna/api-client/client';
import { useCallback } from 'react';
import { useI18n } from './i18n/use-translation.ts';

type CallApi = <Data>(call: (api: ApiClient) => ApiCall<Data>) => Promise<Data>;

/**
 * The API as the browser calls it: `await callApi((api) => api.GET('/api/v1/currency'))`. The client comes with the
 * first call; pages have got their data from loaders and wake up without it.
 */
export function useApi(): CallApi {
  const { language } = useI18n();
  return useCallback<CallApi>(
    async (call) => {
      const { answerOf, createApiClient } = await import('@oyna/api-client/client');
      return answerOf(call(createApiClient({ fetch: (request) => fetch(request), language })));
    },
    [language],
  );
}
