import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './cart-skeleton.module.css';
import view from './cart-view.module.css';

const ROWS = [1, 2, 3];

export function CartSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={view.columns} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles.rows}>
        {ROWS.map((row) => (
          <div key={row} className={styles.row}>
            <Skeleton shape="cover" />
            <div>
              <Skeleton shape="title" />
              <Skeleton shape="short" />
              <Skeleton shape="short" />
            </div>
            <Skeleton shape="control" />
          </div>
        ))}
      </div>
      <div className={styles.summary}>
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
