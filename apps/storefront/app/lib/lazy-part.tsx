import { type ComponentType, lazy } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { logFailure } from './log.ts';

/** Loads a component when it is first rendered. One that cannot be loaded or throws renders nothing; the page stays. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (error: unknown) => {
        logFailure('a part of the page could not be loaded', error);
        return { default: () => null };
      },
    ),
  );
  return (props) => (
    <ErrorBoundary>
      <Part {...props} />
    </ErrorBoundary>
  );
}
