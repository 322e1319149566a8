import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './payment-skeleton.module.css';
import view from './payment-view.module.css';

const CARDS = [1, 2, 3, 4];

export function PaymentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={view.columns} aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={styles.main}>
        <Skeleton shape="title" />
        {CARDS.map((card) => (
          <div key={card} className={styles.card}>
            <Skeleton shape="title" />
            <Skeleton shape="short" />
          </div>
        ))}
      </div>
      <div className={styles.summary}>
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="control" />
      </div>
    </div>
  );
}
