import type { ApiError } from '@oyna/api-client/api-error';
import { type ApiCall, answerOf } from '@oyna/api-client/client';
import { type ConsoleClient, createConsoleClient } from '@oyna/api-client/console-client';
import { askFor, needOf } from './gate.ts';
import { readLanguage } from './texts.tsx';

type Ask<Data> = (api: ConsoleClient) => ApiCall<Data>;

/**
 * Calls the API: `await callApi((api) => api.GET('/api/v1/orders'))`. It throws ApiError. A call that is refused because
 * the session has ended or the second factor is stale waits for the operator and is sent again.
 */
export async function callApi<Data>(ask: Ask<Data>): Promise<Data> {
  for (;;) {
    try {
      return await callOnce(ask);
    } catch (error) {
      const need = needOf((error as ApiError).code);
      if (!need || !(await askFor(need))) throw error;
    }
  }
}

/** Without waiting: for the calls that sign in and confirm. */
export function callOnce<Data>(ask: Ask<Data>): Promise<Data> {
  return answerOf(ask(createConsoleClient({ fetch: (request) => fetch(request), language: readLanguage() })));
}
