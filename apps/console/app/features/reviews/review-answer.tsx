import { MAX_REVIEW_ANSWER_LENGTH } from '@oyna/domain/review';
import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import type { FormEvent } from 'react';
import { FormChanges } from '../../components/form-changes.tsx';
import { Section } from '../../components/page.tsx';
import { PresentState } from '../../components/present-state.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import type { Review } from './review-status.tsx';
import styles from './reviews.module.css';

interface ReviewAnswerProps {
  review: Review;
  ownVersion: number | undefined;
  canWrite: boolean;
}

/** The answer of the shop, which every visitor reads. */
export function ReviewAnswer({ review, ownVersion, canWrite }: ReviewAnswerProps) {
  const t = useTexts('reviews');
  const { id, status, version, answer, answeredBy, editedAt } = review;
  const form = useVersionedForm<{ text: string }, Review, 'save' | 'remove'>({
    loaded: { version, data: { text: answer ?? '' } },
    ownVersion,
    run: ({ fields: { text }, version: seen, values: what }) =>
      callApi((api) =>
        api.PUT('/api/v1/reviews/{id}/answer', {
          params: { path: { id } },
          body: { version: seen, text: what === 'save' ? text : null },
        }),
      ),
    changes: [['reviews']],
    done: (saved) => t(saved.answer === null ? 'answer-removed' : 'answered'),
  });
  useUnsaved(form.isEdited);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.fields.text.trim() !== '') form.send('save');
  };
  const { changedBy } = form.lastChange<{ changedBy: string | null }>();
  return (
    <Section title={t('answer')}>
      {answeredBy !== null && <p className={styles.note}>{t('answered-by', { name: answeredBy })}</p>}
      {canWrite ? (
        <form className={styles.form} onSubmit={submit}>
          <TextArea
            label={t('answer')}
            hint={t('answer-hint')}
            rows={4}
            maxLength={MAX_REVIEW_ANSWER_LENGTH}
            {...form.field('text')}
          />
          <FormChanges form={form} text={t('changed')}>
            <PresentState
              status={t(`status-${status}`)}
              by={changedBy === null ? t('customer') : changedBy}
              at={changedBy === null ? editedAt : undefined}
            />
          </FormChanges>
          <div className={styles.buttons}>
            <Button type="submit" isBusy={form.isPending}>
              {t('save-answer')}
            </Button>
            {answer !== null && (
              <Button variant="quiet" onClick={() => form.send('remove')}>
                {t('remove-answer')}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <p className={styles.text}>{answer}</p>
      )}
    </Section>
  );
}
