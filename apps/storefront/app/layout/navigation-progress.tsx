import { cx } from '@oyna/ui/class-names';
import { useNavigation } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './navigation-progress.module.css';

/** Shows that the next page is loading: a line at once, a text after a while. Screen readers announce it. */
export function NavigationProgress() {
  const { t } = useTranslation();
  const isLoading = useNavigation().state === 'loading';
  return (
    <div role="status" aria-live="polite">
      <div className={cx(styles.progress, isLoading && styles.loading)} />
      {isLoading && <p className={styles.text}>{t('loading')}</p>}
    </div>
  );
}
