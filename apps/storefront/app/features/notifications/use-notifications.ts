import type { Notification } from '@oyna/api-client/models';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { logFailure } from '~/lib/log.ts';
import { createMemberStore } from '~/lib/session/member-store.ts';
import { useIsMember } from '~/lib/session/use-session.ts';

interface Notifications {
  list: readonly Notification[] | undefined;
  failure: unknown;
  unreadCount: number;
  reload(): void;
  /** Marks all notifications of the list as read. */
  markRead(): void;
}

const notifications = createMemberStore<readonly Notification[]>();
/** The texts are made in the browser, so one request serves every language. */
const ANY_LANGUAGE = '';

export function useNotifications(): Notifications {
  const callApi = useApi();
  const isSignedIn = useIsMember();
  const { data: list, failure } = useSyncExternalStore(
    notifications.subscribe,
    notifications.read,
    notifications.readNothing,
  );
  const load = useCallback(
    (again?: boolean) =>
      void notifications.load(() => callApi((api) => api.GET('/api/v1/user/notifications')), ANY_LANGUAGE, again),
    [callApi],
  );
  useEffect(() => {
    if (!isSignedIn) return;
    load();
    // Notifications may arrive or be read in another tab while this page is hidden.
    const onVisible = () => {
      if (document.visibilityState === 'visible') load(true);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isSignedIn, load]);

  const reload = useCallback(() => load(true), [load]);
  const markRead = useCallback(() => {
    const known = notifications.read().data;
    if (!known?.some(({ readAt }) => readAt === null)) return;
    const readAt = new Date().toISOString();
    notifications.replace(known.map((item) => ({ ...item, readAt: item.readAt ?? readAt })));
    callApi((api) => api.PUT('/api/v1/user/notifications/read')).catch((error: unknown) =>
      logFailure('notifications stay unread', error),
    );
  }, [callApi]);
  const unreadCount = list?.filter(({ readAt }) => readAt === null).length ?? 0;
  return { list, failure, unreadCount, reload, markRead };
}
