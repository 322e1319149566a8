import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './stars.module.css';

/** Five stars, so many of them filled. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation();
  const filled = Math.round(rating);
  return (
    <span role="img" aria-label={t('stars', { rating: useRatingText()(rating) })} className={styles.stars}>
      {'★'.repeat(filled)}
      <span>{'★'.repeat(5 - filled)}</span>
    </span>
  );
}

/** "4.6", in Russian and Kazakh "4,6" */
export function useRatingText(): (rating: number) => string {
  const { language } = useI18n();
  return (rating) => {
    const text = String(rating);
    return language === 'en' ? text : text.replace('.', ',');
  };
}
