import { useLayoutEffect } from 'react';
import type { BlockerFunction } from 'react-router';

/** One entry for each form on the screen with work that is not saved. The router asks once for all of them. */
const unsaved = new Set<object>();

/** Asks before the operator leaves the screen, by a link or by the browser, while `isChanged`. */
export function useUnsaved(isChanged: boolean): void {
  // Before the next paint, so that a form that was just cleared with flushSync may be left at once.
  useLayoutEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(warn);
    window.addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(warn);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isChanged]);
}

/** Filters change the rest of the address only, and the forms stay on the screen. */
export const leavesUnsaved: BlockerFunction = ({ currentLocation, nextLocation }) =>
  unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname;
