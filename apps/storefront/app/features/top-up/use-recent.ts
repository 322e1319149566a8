import { useCallback, useEffect, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { logFailure } from '~/lib/log.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { forgetRecent, type Recent, readRecent, recentOf } from './recent-top-ups.ts';
import type { Service } from './top-up-draft.ts';

interface RecentAccess {
  recent: readonly Recent[];
  /** Only for accounts stored on this device; members have their history. */
  forget: (() => void) | undefined;
}

/** The last accounts: of a member from the history, of a visitor from this device. Empty if they cannot be loaded. */
export function useRecent(service: Service): RecentAccess {
  const callApi = useApi();
  const isSignedIn = useIsMember();
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  useEffect(() => {
    if (isSignedIn === undefined) return;
    if (!isSignedIn) {
      setRecent(readRecent(service));
      return;
    }
    let isWanted = true;
    callApi((api) => api.GET('/api/v1/user/replenishments')).then(
      (topUps) => isWanted && setRecent(recentOf(topUps, service)),
      (error: unknown) => logFailure('the last accounts did not come', error),
    );
    return () => {
      isWanted = false;
      setRecent([]);
    };
  }, [callApi, isSignedIn, service]);

  const forget = useCallback(() => {
    forgetRecent(service);
    setRecent([]);
  }, [service]);
  return { recent, forget: isSignedIn === false ? forget : undefined };
}
