import { type ComponentType, lazy } from 'react';
import { logFailure } from './log.ts';

/** A part that comes when it is first shown. One that cannot be fetched stays away; the page around it lives on. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (error: unknown) => {
        logFailure('a part of the page did not come', error);
        return { default: () => null };
      },
    ),
  );
}
