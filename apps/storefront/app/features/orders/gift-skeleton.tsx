import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './gift-page.module.css';

/** The panel of a gift while the store is asked: the cover, the words and the button. */
export function GiftSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.gift} aria-busy="true">
      <Skeleton shape="cover" />
      <div className={styles.words}>
        <VisuallyHidden>{t('loading')}</VisuallyHidden>
        <Skeleton shape="short" />
        <Skeleton shape="title" />
        <Skeleton shape="short" />
      </div>
      <div className={styles.key}>
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
