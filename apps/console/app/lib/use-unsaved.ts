import { useLayoutEffect } from 'react';
import type { BlockerFunction } from 'react-router';

/** One entry for each form on the screen with work that is not saved. The router asks once for all of them. */
const unsaved = new Set<object>();

/** Asks before the operator leaves the screen, by a link or by the browser, while `isChanged`. */
export function useUnsaved(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    unsaved.add(warn);
    window.addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(warn);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isChanged]);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Right before the screen is left for good: the operator was asked already, or must not stay. */
export const forgetUnsaved = (): void => unsaved.clear();

/** Filters change the rest of the address only, and the forms stay on the screen. */
export const leavesUnsaved: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname;
