import { type ApiClient, createApiClient } from '@oyna/api-client/client';
import { useMemo } from 'react';
import { useI18n } from './i18n/use-translation.ts';

/** The API as the browser calls it; loaders have their own from openPage. */
export function useApi(): ApiClient {
  const { language } = useI18n();
  return useMemo(() => createApiClient({ fetch: (request) => fetch(request), language }), [language]);
}
