import { MAX_REVIEW_ANSWER_LENGTH } from '@oyna/domain/review';
import { Button } from '@oyna/ui/button';
import { TextArea } from '@oyna/ui/text-area';
import { type FormEvent, useState } from 'react';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { Review } from './review-status.tsx';
import styles from './reviews.module.css';

/** The answer of the shop, which every visitor reads. */
export function ReviewAnswer({ review, canWrite }: { review: Review; canWrite: boolean }) {
  const t = useTexts('reviews');
  const { id, version, answer, answeredBy } = review;
  const [text, setText] = useState(answer ?? '');
  const save = useAction({
    run: (next: string | null) =>
      callApi((api) =>
        api.PUT('/api/v1/reviews/{id}/answer', { params: { path: { id } }, body: { version, text: next } }),
      ),
    changes: [['reviews']],
    done: (saved) => t(saved.answer === null ? 'answer-removed' : 'answered'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') save.mutate(text);
  };
  return (
    <Section title={t('answer')}>
      {answeredBy !== null && <p className={styles.note}>{t('answered-by', { name: answeredBy })}</p>}
      {canWrite ? (
        <form className={styles.form} onSubmit={submit}>
          <TextArea
            label={t('answer')}
            hint={t('answer-hint')}
            name="answer"
            rows={4}
            value={text}
            maxLength={MAX_REVIEW_ANSWER_LENGTH}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" isBusy={save.isPending}>
              {t('save-answer')}
            </Button>
            {answer !== null && (
              <Button variant="quiet" onClick={() => save.mutate(null)}>
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
