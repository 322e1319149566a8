import { MAX_HIDE_REASON_LENGTH } from '@oyna/domain/review';
import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { Review } from './review-status.tsx';

interface ReviewActionsProps {
  review: Review;
  /** With the version that the action has made. */
  onDone(version: number): void;
}

export function ReviewActions({ review: { id, version, status }, onDone }: ReviewActionsProps) {
  const t = useTexts('reviews');
  /** What the operator saw when the dialog was opened. */
  const [seen, setSeen] = useState<{ version: number }>();
  const params = { path: { id } };
  const show = useAction({
    run: () => callApi((api) => api.POST('/api/v1/reviews/{id}/show', { params, body: { version } })),
    changes: [['reviews']],
    done: () => t('shown'),
    onDone: (changed) => onDone(changed.version),
  });
  const hide = useAction({
    run: (body: { version: number; reason: string }) =>
      callApi((api) => api.POST('/api/v1/reviews/{id}/hide', { params, body })),
    changes: [['reviews']],
    done: () => t('hidden'),
    onDone: (changed) => {
      setSeen(undefined);
      onDone(changed.version);
    },
    isFaultShown: true,
  });
  const openHiding = () => {
    hide.reset();
    setSeen({ version });
  };
  return (
    <>
      {status !== 'published' && (
        <Button variant="primary" isBusy={show.isPending} onClick={() => show.mutate(undefined)}>
          {t(status === 'waiting' ? 'approve' : 'show-again')}
        </Button>
      )}
      {status !== 'hidden' && <Button onClick={openHiding}>{t('hide')}</Button>}
      <ConfirmDialog
        title={t('hide')}
        isOpen={seen !== undefined}
        onClose={() => setSeen(undefined)}
        confirm={t('hide')}
        isDangerous
        isBusy={hide.isPending}
        error={hide.error}
        onConfirm={(fields) => seen && hide.mutate({ ...seen, reason: textOf(fields, 'reason') })}
      >
        <TextField
          label={t('hidden-reason')}
          hint={t('reason-hint')}
          name="reason"
          required
          maxLength={MAX_HIDE_REASON_LENGTH}
        />
      </ConfirmDialog>
    </>
  );
}
