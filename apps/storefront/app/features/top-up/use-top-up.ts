import type { TopUp } from '@oyna/api-client/models';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { startPolling } from '~/lib/polling.ts';
import { isFinal, pauseAfter } from './top-up-stage.ts';

interface TopUpAccess {
  topUp: TopUp | undefined;
  failure: unknown;
  /** Loads at once. */
  refresh(): Promise<void> | undefined;
}

/** Polls a top-up until it is final. Anyone with its link may see it; no account is needed. */
export function useTopUp(orderId: string): TopUpAccess {
  const callApi = useApi();
  const [state, setState] = useState<{ topUp?: TopUp; failure?: unknown }>({});
  const poller = useRef<ReturnType<typeof startPolling<TopUp>>>(undefined);

  useEffect(() => {
    setState({});
    const path = { orderId };
    poller.current = startPolling<TopUp>({
      ask: (_pollCount, signal) =>
        callApi((api) => api.GET('/api/v1/replenishment/{orderId}', { params: { path }, signal })),
      onAnswer: (topUp) => setState({ topUp }),
      onFailure(failure) {
        setState(({ topUp }) => (topUp ? { topUp, failure } : { failure }));
        return !isMissing(failure);
      },
      pause: (topUp, pollCount) => pauseAfter(topUp !== undefined && isFinal(topUp.stage), pollCount),
      view: document,
    });
    return poller.current.stop;
  }, [callApi, orderId]);

  return { topUp: state.topUp, failure: state.failure, refresh: () => poller.current?.again() };
}
