import type { ApiError } from '@oyna/api-client/api-error';
import { type ApiCall, answerOf } from '@oyna/api-client/client';
import { type ConsoleClient, type ConsoleSchemas, createConsoleClient } from '@oyna/api-client/console-client';
import { askFor, needOf } from './gate.ts';
import { nameOperator } from './operator-header.ts';
import { queryClient } from './query-client.ts';
import { readLanguage } from './texts.tsx';

/** The query of the signed-in operator. */
export const SESSION_KEY = ['session'] as const;

type Ask<Data> = (api: ConsoleClient) => ApiCall<Data>;

/**
 * Calls the API: `await callApi((api) => api.GET('/api/v1/orders'))`. It throws ApiError. A call that is refused because
 * the session has ended or the second factor is stale waits for the operator and is sent again.
 */
export async function callApi<Data>(ask: Ask<Data>): Promise<Data> {
  for (;;) {
    // The dialogs are over the screens. Before the second step there is none that could ask.
    const session = queryClient.getQueryData<ConsoleSchemas['Session']>(SESSION_KEY);
    try {
      return await callOnce(ask);
    } catch (error) {
      const need = needOf((error as ApiError).code);
      if (!need || session?.secondFactor.state !== 'proven' || !(await askFor(need))) throw error;
    }
  }
}

/** Without waiting: for the calls that sign in and confirm. */
export async function callOnce<Data>(ask: Ask<Data>): Promise<Data> {
  const session = queryClient.getQueryData<ConsoleSchemas['Session']>(SESSION_KEY);
  const send = (request: Request) => {
    nameOperator(request, session);
    return fetch(request);
  };
  try {
    return await answerOf(ask(createConsoleClient({ fetch: send, language: readLanguage() })));
  } catch (error) {
    // Another operator has signed in in another tab during the second step, or its time is over. It begins again.
    const isSecondStep = session && session.secondFactor.state !== 'proven';
    if (isSecondStep && (error as ApiError).code === 'not-authorized')
      void queryClient.resetQueries({ queryKey: SESSION_KEY });
    throw error;
  }
}
