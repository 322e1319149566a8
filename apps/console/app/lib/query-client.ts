import type { ApiError } from '@oyna/api-client/api-error';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveKind } from './live.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** What makes the data stale before its time (live.ts). Without an id every event of the kind does. */
    queryMeta: { live?: readonly LiveKind[] | undefined; liveId?: string | undefined };
    defaultError: ApiError;
  }
}

const RETRIES = 2;

/** A lost connection and a fault of the server are worth another try, a refusal is not. */
const isWorthRetrying = (failures: number, { status }: ApiError) =>
  failures < RETRIES && (status === 0 || status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: isWorthRetrying },
    // Without a network a change fails at once. By default it would wait, and be sent when the operator has given it up.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * After a change: what is on the screen is fetched again, and the rest when it is shown. A request of a screen that was left
 * has seen the state before the change, so its answer is dropped: the screen would take it for the answer to its next request.
 */
export async function refetchChanged(client: QueryClient, changes: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    changes.map((queryKey) => {
      void client.cancelQueries({ queryKey, type: 'inactive' });
      return client.invalidateQueries({ queryKey });
    }),
  );
}
