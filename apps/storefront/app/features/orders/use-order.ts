import type { Order } from '@oyna/api-client/models';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { startPolling } from '~/lib/polling.ts';
import { useSessionToken } from '~/lib/session/use-member-data.ts';
import { pauseAfter } from './order-poll.ts';

const WAIT_SECONDS = 10;

interface OrderAccess {
  order: Order | undefined;
  failure: unknown;
  /** Loads at once. */
  refresh(): Promise<void> | undefined;
}

/** An order, polled until its final state. */
export function useOrder(orderId: string | undefined): OrderAccess {
  const callApi = useApi();
  const token = useSessionToken();
  const [state, setState] = useState<{ order?: Order; failure?: unknown }>({});
  const poller = useRef<ReturnType<typeof startPolling<Order>>>(undefined);

  useEffect(() => {
    setState({});
    if (token === undefined || orderId === undefined) return;
    const path = { orderId };
    poller.current = startPolling<Order>({
      // The first request returns at once; later ones wait for a change.
      ask: (pollCount, signal) =>
        callApi((api) =>
          api.GET('/api/v1/user/orders/{orderId}', {
            params: { path, query: pollCount > 0 ? { wait: WAIT_SECONDS } : {} },
            signal,
          }),
        ),
      onAnswer: (order) => setState({ order }),
      onFailure(failure) {
        setState(({ order }) => (order ? { order, failure } : { failure }));
        return !isMissing(failure);
      },
      pause: (order, pollCount) => pauseAfter(order?.state, pollCount),
      view: document,
    });
    return poller.current.stop;
  }, [callApi, token, orderId]);

  return { order: state.order, failure: state.failure, refresh: () => poller.current?.again() };
}
