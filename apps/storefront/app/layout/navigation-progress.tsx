import { useNavigation } from 'react-router';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { VisuallyHidden } from '~/ui/visually-hidden.tsx';
import styles from './shell.module.css';

/** Tells that the next page is on its way, to the eye and to the ear. */
export function NavigationProgress() {
  const { t } = useTranslation();
  const isLoading = useNavigation().state === 'loading';
  return (
    <div role="status" aria-live="polite">
      <div className={cx(styles.progress, isLoading && styles.loading)} />
      {isLoading && <VisuallyHidden>{t('loading')}</VisuallyHidden>}
    </div>
  );
}
