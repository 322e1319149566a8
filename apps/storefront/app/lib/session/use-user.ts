import type { User } from '@oyna/api-client/models';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApi } from '../browser-api.ts';
import { useI18n } from '../i18n/use-translation.ts';
import { createMemberStore } from './member-store.ts';
import { extendSession } from './session.ts';
import { useIsMember } from './use-session.ts';

interface UserAccess {
  user: User | undefined;
  failure: unknown;
  /** Loads again after a failure. */
  reload(): void;
  /** Shows the response of a change everywhere. */
  replace(user: User): void;
}

/** The server extends a session that is used. */
const users = createMemberStore<User>((token, { expired }) => extendSession(token, expired));

/** Notifies the other tabs of a change. Each loads its own data, because its language may differ. */
let others: BroadcastChannel | undefined;
let askAgain = () => {};

function listenToOthers(): BroadcastChannel {
  const channel = new BroadcastChannel('user');
  channel.addEventListener('message', () => askAgain());
  return channel;
}

function replace(user: User): void {
  users.replace(user);
  others?.postMessage(null);
}

export function useUser(): UserAccess {
  const { language } = useI18n();
  const callApi = useApi();
  const isSignedIn = useIsMember();
  const { data: user, failure } = useSyncExternalStore(users.subscribe, users.read, users.readNothing);
  const load = useCallback(
    (again?: boolean) => void users.load(() => callApi((api) => api.GET('/api/v1/user/info')), language, again),
    [callApi, language],
  );
  useEffect(() => {
    if (!isSignedIn) return;
    askAgain = () => load(true);
    others ??= listenToOthers();
    load();
  }, [isSignedIn, load]);
  const reload = useCallback(() => load(true), [load]);
  return { user, failure, reload, replace };
}
