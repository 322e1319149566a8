import type { ApiError } from '@oyna/api-client/api-error';
import { useToast } from '@oyna/ui/toast';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from './error-text.ts';
import { useTexts } from './texts.tsx';

interface ActionOptions<Values, Result> {
  run(values: Values): Promise<Result>;
  /** The queries that are stale afterwards, by the beginning of their key. */
  changes: readonly QueryKey[];
  /** What the toast says. */
  done?: (result: Result) => string;
  onDone?: (result: Result) => void;
  /** Offers to take it back. */
  undo?: (result: Result) => Promise<unknown>;
  /** Errors are shown in a dialog or a form rather than in a toast. */
  isFaultShown?: boolean;
}

/**
 * A change that the operator makes. When a colleague was faster (`changed-meanwhile`), the queries are fetched again as
 * after a success, so that the screen shows the colleague's change.
 */
export function useAction<Values, Result>(options: ActionOptions<Values, Result>) {
  const { run, changes, done, onDone, undo, isFaultShown } = options;
  const client = useQueryClient();
  const showToast = useToast();
  const errorText = useErrorText();
  const t = useTexts('common');
  const refetch = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
  const fail = (error: ApiError) => {
    if (error.code === 'changed-meanwhile') void refetch();
    if (!isFaultShown) showToast(errorText(error), 'danger');
  };
  const takeBack = (result: Result) => void undo?.(result).then(refetch, fail);
  return useMutation<Result, ApiError, Values>({
    mutationFn: run,
    onSuccess(result) {
      void refetch();
      if (done) {
        showToast(done(result), 'success', undo && { label: t('undo'), onChoose: () => takeBack(result) });
      }
      onDone?.(result);
    },
    onError: fail,
  });
}
