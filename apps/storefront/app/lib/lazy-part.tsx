import { ErrorState } from '@oyna/ui/error-state';
import { type ComponentType, type FunctionComponent, lazy } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { useTranslation } from './i18n/use-translation.ts';
import { logFailure } from './log.ts';

/**
 * Loads a component when it is first rendered. `Missing` replaces one that cannot be loaded. One that throws is removed,
 * and the rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: FunctionComponent = MissingPart,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (error: unknown) => {
        logFailure('a part of the page could not be loaded', error);
        return { default: Missing };
      },
    ),
  );
  return (props) => (
    <ErrorBoundary>
      <Part {...props} />
    </ErrorBoundary>
  );
}

/** A browser does not import a file again that it has not found: only a reload helps. */
function MissingPart() {
  const { t } = useTranslation();
  return <ErrorState title={t('part-failed')} onRetry={() => location.reload()} />;
}
