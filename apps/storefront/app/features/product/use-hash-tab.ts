import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/** The hash names the open tab. A server never sees it, so the first one is open until the page is awake. */
export function useHashTab<Id extends string>(ids: readonly [Id, ...Id[]]): { openId: Id; isAwake: boolean } {
  const { hash } = useLocation();
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return { openId: (isAwake && ids.find((id) => `#${id}` === hash)) || ids[0], isAwake };
}
