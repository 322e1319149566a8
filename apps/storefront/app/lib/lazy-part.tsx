import { type ComponentType, lazy } from 'react';
import { logFailure } from './log.ts';
import { Survivable } from './survivable.tsx';

/** A part that comes when it is first shown. One that does not come, or fails, stays away; the page around it lives on. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (error: unknown) => {
        logFailure('a part of the page did not come', error);
        return { default: () => null };
      },
    ),
  );
  return (props) => (
    <Survivable>
      <Part {...props} />
    </Survivable>
  );
}
