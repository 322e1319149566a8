import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/** The hash names the open tab. A server never sees it, so the first one is open until the page is waitForHydration. */
export function useHashTab<Id extends string>(ids: readonly [Id, ...Id[]]): { openId: Id; isHydrated: boolean } {
  const { hash } = useLocation();
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return { openId: (isHydrated && ids.find((id) => `#${id}` === hash)) || ids[0], isHydrated };
}
