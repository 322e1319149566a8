import type { ApiError } from '@oyna/api-client/api-error';
import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useToast } from '@oyna/ui/toast';
import { notifyManager, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from './error-text.ts';
import { refetchChanged } from './query-client.ts';
import { useTexts } from './texts.tsx';

/** The action was not done: a second operator has to approve it. */
type Waiting = ConsoleSchemas['WaitingApproval'];
type Done<Result> = Exclude<Result, Waiting>;

export interface ActionOptions<Values, Result> {
  run(values: Values): Promise<Result>;
  /** The queries that are stale afterwards, by the beginning of their key. */
  changes: readonly QueryKey[];
  /** What the toast says. */
  done?: (result: Done<Result>) => string;
  /** `sent` is what `run` was given: the form may have changed since. */
  onDone?: (result: Done<Result>, sent: Values) => void;
  /** The stale queries are fetched again. The action is pending until then. */
  onFresh?: (sent: Values) => void;
  /** The request for a second person is made. A toast says so. */
  onWaiting?: () => void;
  /** Offers to take it back. */
  undo?: (result: Done<Result>) => Promise<unknown>;
  /** Errors are shown in a dialog or a form rather than in a toast. */
  isFaultShown?: boolean;
}

/**
 * A change that the operator makes. When a colleague was faster (`changed-meanwhile`, `not-found`), the queries are fetched
 * again as after a success, so that the screen shows the colleague's change.
 */
export function useAction<Values, Result>(options: ActionOptions<Values, Result>) {
  const { run, changes, done, onDone, onFresh, onWaiting, undo, isFaultShown } = options;
  const client = useQueryClient();
  const showToast = useToast();
  const errorText = useErrorText();
  const t = useTexts('common');
  const refetch = () => refetchChanged(client, changes);
  const fail = (error: ApiError) => {
    if (error.code === 'changed-meanwhile' || error.code === 'not-found') void refetch();
    if (!isFaultShown) showToast(errorText(error), 'danger');
  };
  const takeBack = (result: Done<Result>) => void undo?.(result).then(refetch, fail);
  return useMutation<Result, ApiError, Values>({
    mutationFn: run,
    onSuccess(result, sent) {
      const fetched = refetch();
      if (!isDone(result)) {
        void client.invalidateQueries({ queryKey: ['approvals'] });
        showToast(t('waits-for-approval'), 'info');
        onWaiting?.();
        return undefined;
      }
      if (done) {
        showToast(done(result), 'success', undo && { label: t('undo'), onChoose: () => takeBack(result) });
      }
      onDone?.(result, sent);
      if (!onFresh) return undefined;
      // React Query tells the screen in a later task. Wait for it, so that the form has the new state.
      return fetched
        .then(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)))
        .then(() => onFresh(sent));
    },
    onError: fail,
  });
}

function isDone<Result>(result: Result): result is Done<Result> {
  return typeof result !== 'object' || result === null || !('approvalId' in result);
}
