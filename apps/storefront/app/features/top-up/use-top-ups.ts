import type { TopUp } from '@oyna/api-client/models';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { startPolling } from '~/lib/polling.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { isFinal, pauseAfter } from './top-up-stage.ts';

interface TopUpsAccess {
  topUps: readonly TopUp[] | undefined;
  failure: unknown;
  reload(): Promise<void> | undefined;
}

/** A member's top-ups; as long as one of them is in progress the list follows it. */
export function useTopUps(): TopUpsAccess {
  const callApi = useApi();
  const isSignedIn = useIsMember();
  const [state, setState] = useState<{ topUps?: readonly TopUp[]; failure?: unknown }>({});
  const poller = useRef<ReturnType<typeof startPolling<readonly TopUp[]>>>(undefined);

  useEffect(() => {
    setState({});
    if (!isSignedIn) return;
    poller.current = startPolling<readonly TopUp[]>({
      ask: () => callApi((api) => api.GET('/api/v1/user/replenishments')),
      onAnswer: (topUps) => setState({ topUps }),
      onFailure(failure) {
        setState(({ topUps }) => (topUps ? { topUps, failure } : { failure }));
        return true;
      },
      pause: (topUps, pollCount) => pauseAfter(topUps?.every(({ stage }) => isFinal(stage)) ?? false, pollCount),
      view: document,
    });
    return poller.current.stop;
  }, [callApi, isSignedIn]);

  return { topUps: state.topUps, failure: state.failure, reload: () => poller.current?.again() };
}
