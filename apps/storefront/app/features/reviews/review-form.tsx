import { faultOf } from '@oyna/api-client/call-fault';
import type { OwnReview } from '@oyna/api-client/models';
import {
  cleanReview,
  MAX_NICKNAME_LENGTH,
  MAX_REVIEW_LENGTH,
  MIN_REVIEW_LENGTH,
  type ReviewForm as ReviewFields,
  validateReview,
} from '@oyna/domain/review';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { RadioChips } from '@oyna/ui/radio-chips';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import { refusalKey } from './refusals.ts';
import styles from './reviews.module.css';

interface ReviewFormProps {
  gameId: number;
  /** Null for a new one. */
  review: OwnReview['review'];
  onSaved(own: OwnReview): void;
}

const STARS = ['1', '2', '3', '4', '5'] as const;

export function ReviewForm({ gameId, review, onSaved }: ReviewFormProps) {
  const { t } = useTranslation('reviews');
  const { language } = useI18n();
  const callApi = useApi();
  const [rating, setRating] = useState(review ? String(review.rating) : undefined);
  const read = (fields: FormData): ReviewFields =>
    cleanReview({ rating: Number(rating ?? 0), nickname: textOf(fields, 'nickname'), text: textOf(fields, 'text') });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    ['rating', 'nickname', 'text'] as const,
    (fields) => validateReview(read(fields)),
    async (fields) => {
      const path = '/api/v1/user/games/{id}/review';
      const call = { params: { path: { id: gameId } }, body: { ...read(fields), language } };
      try {
        onSaved(await callApi((api) => (review ? api.PUT(path, call) : api.POST(path, call))));
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  const errorOf = (field: keyof ReviewFields) => errors[field] && t(refusalKey(errors[field]));
  const limits = { min: MIN_REVIEW_LENGTH, max: MAX_REVIEW_LENGTH };
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      <div className={styles.starChoice}>
        <RadioChips
          label={t('rating')}
          chips={STARS.map((value) => ({ value, label: `${value} ★` }))}
          value={rating}
          onChange={setRating}
          name="rating"
        />
        <div role="alert">{errors.rating && <p className={styles.error}>{errorOf('rating')}</p>}</div>
      </div>
      <TextField
        label={t('nickname')}
        hint={t('nickname-hint')}
        name="nickname"
        autoComplete="nickname"
        maxLength={MAX_NICKNAME_LENGTH}
        defaultValue={review?.nickname}
        error={errorOf('nickname')}
      />
      <TextArea
        label={t('text')}
        hint={t('text-hint', limits)}
        name="text"
        rows={6}
        defaultValue={review?.text}
        error={errorOf('text')}
      />
      <div>
        <FormNotice error={fault && t(refusalKey(fault.error))} requestId={fault?.requestId} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
