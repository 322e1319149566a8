import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { Spinner } from '@oyna/ui/spinner';
import { TextLink } from '@oyna/ui/text-link';
import { useToast } from '@oyna/ui/toast';
import { Suspense, useState } from 'react';
import { Stars } from '~/components/stars.tsx';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { refusalKey } from './refusals.ts';
import styles from './reviews.module.css';
import type { OwnReviewState } from './use-own-review.ts';

// Loaded when a customer opens it: most visitors read.
const ReviewForm = lazyPart(async () => (await import('./review-form.tsx')).ReviewForm);

/** Who may write, the button to do it, and the own review. */
export function OwnReview({ gameId, own }: { gameId: number; own: OwnReviewState }) {
  const { t } = useTranslation('reviews');
  const [isOpen, setOpen] = useState(false);
  const { access, review } = own;
  return (
    <>
      {review ? (
        <Written gameId={gameId} own={own} review={review} onEdit={() => setOpen(true)} />
      ) : access === 'allowed' ? (
        <div>
          <Button onClick={() => setOpen(true)}>{t('write')}</Button>
        </div>
      ) : access === 'review-key-unopened' ? (
        <p className={styles.note}>
          {t('open-key')} <TextLink to="/history">{t('to-orders')}</TextLink>
        </p>
      ) : (
        <p className={styles.note}>{t('who-writes')}</p>
      )}
      <Dialog title={t(review ? 'edit' : 'write')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Spinner />}>
          <ReviewForm
            gameId={gameId}
            review={review ?? null}
            onSaved={(saved) => {
              setOpen(false);
              own.show(saved);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

interface WrittenProps {
  gameId: number;
  own: OwnReviewState;
  review: NonNullable<OwnReviewState['review']>;
  onEdit(): void;
}

function Written({ gameId, own, review, onEdit }: WrittenProps) {
  const { t } = useTranslation('reviews');
  const callApi = useApi();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await callApi((api) => api.DELETE('/api/v1/user/games/{id}/review', { params: { path: { id: gameId } } }));
      setAsking(false);
      own.show({ review: null, access: own.access ?? 'allowed' });
      toast(t('deleted'), 'success');
    } catch (error) {
      toast(t(refusalKey(error)), 'danger');
    }
    setBusy(false);
  }
  return (
    <section className={styles.own} aria-label={t('yours')}>
      <div className={styles.head}>
        <strong>{t('yours')}</strong>
        <Stars rating={review.rating} />
        <span>{review.nickname}</span>
      </div>
      {review.status === 'waiting' && <p className={styles.note}>{t('waiting')}</p>}
      {review.status === 'hidden' && <p className={styles.note}>{t('hidden', { reason: review.hiddenReason })}</p>}
      <p className={styles.text}>{review.text}</p>
      <div className={styles.actions}>
        <Button onClick={onEdit}>{t('edit')}</Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      <Dialog title={t('delete-question')} isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className={styles.form}>
          <p>{t('delete-text')}</p>
          <Button variant="danger" isBusy={isBusy} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
