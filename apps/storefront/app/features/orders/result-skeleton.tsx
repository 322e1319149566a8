import { OutcomeSkeleton } from '@oyna/ui/outcome';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './result-panel.module.css';

/** Without the modules of the result: the page of a guest's link shows it, too. */
export function ResultSkeleton() {
  const { t } = useTranslation();
  return <OutcomeSkeleton label={t('loading')} panel={styles.panel} />;
}
