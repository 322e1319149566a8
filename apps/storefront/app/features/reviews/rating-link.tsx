import type { Rating } from '@oyna/domain/review';
import { Stars, useRatingText } from '~/components/stars.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './reviews.module.css';

/** Beside the title of a game with reviews. */
export function RatingLink({ rating: { average, count } }: { rating: Rating }) {
  const { t } = useTranslation('reviews');
  return (
    <a href="#reviews" className={styles.rating}>
      <Stars rating={average} /> <span aria-hidden="true">{useRatingText()(average)} ·</span> {t('count', { count })}
    </a>
  );
}
