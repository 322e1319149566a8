import { Badge } from '@oyna/ui/badge';
import { cx } from '@oyna/ui/class-names';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Stars } from '~/components/stars.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './reviews.module.css';
import type { ShownReview, Vote } from './shown-reviews.ts';

export function ReviewItem({ review, vote }: { review: ShownReview; vote: Vote }) {
  const { t } = useTranslation('reviews');
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <Stars rating={review.rating} />
        <strong>{review.nickname}</strong>
        {review.isDemo ? (
          <Badge tone="warning">{t('demo')}</Badge>
        ) : (
          <Badge tone={review.isRefunded ? 'neutral' : 'success'}>{t(review.isRefunded ? 'refunded' : 'bought')}</Badge>
        )}
        <span className={styles.note}>
          {[review.day, review.isEdited && t('edited'), review.language && t(`written-${review.language}`)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <p className={styles.text} lang={review.language && (review.language === 'kz' ? 'kk' : review.language)}>
        {review.text}
      </p>
      {review.answer && (
        <div className={styles.answer}>
          <p>
            <strong>{t('answer')}</strong> <span className={styles.note}>{review.answer.day}</span>
          </p>
          <p className={styles.text}>{review.answer.text}</p>
        </div>
      )}
      <button
        type="button"
        data-vote={review.id}
        className={cx(styles.vote, vote.isGiven && styles.given)}
        aria-pressed={vote.isGiven}
        disabled={!vote.toggle}
        onClick={vote.toggle}
      >
        {t('helpful')}
        {vote.count > 0 && ` · ${vote.count}`}
        <VisuallyHidden>: {review.nickname}</VisuallyHidden>
      </button>
    </li>
  );
}
