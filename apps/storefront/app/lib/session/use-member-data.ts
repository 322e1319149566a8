import type { ApiCall, ApiClient } from '@oyna/api-client/client';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useApi } from '../browser-api.ts';
import { onSessionChange, readToken } from './session.ts';

interface MemberData<Data> {
  data: Data | undefined;
  failure: unknown;
  reload(): void;
  /** Shows the result of a change at once. */
  replace(change: (data: Data) => Data): void;
}

/** Another token is another session, perhaps of another account. Undefined without a session, and until hydration. */
export const useSessionToken = (): string | undefined =>
  useSyncExternalStore(onSessionChange, readToken, () => undefined);

/** Personal data of a page: loaded in the browser after the sign-in is known, and again for another language. */
export function useMemberData<Data>(call: (api: ApiClient) => ApiCall<Data>): MemberData<Data> {
  const callApi = useApi();
  const token = useSessionToken();
  const [state, setState] = useState<{ data?: Data; failure?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent(() => callApi(call));

  // biome-ignore lint/correctness/useExhaustiveDependencies: data of one session are not shown in another
  useEffect(() => setState({}), [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and a new language ask again
  useEffect(() => {
    if (token === undefined) return;
    let isWanted = true;
    setState(({ data }) => (data === undefined ? {} : { data }));
    ask().then(
      (data) => isWanted && setState({ data }),
      (failure: unknown) => isWanted && setState((last) => ({ ...last, failure })),
    );
    return () => {
      isWanted = false;
    };
  }, [token, callApi, attempt]);

  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  const replace = useCallback(
    (change: (data: Data) => Data) =>
      setState((last) => (last.data === undefined ? last : { ...last, data: change(last.data) })),
    [],
  );
  return { data: state.data, failure: state.failure, reload, replace };
}
