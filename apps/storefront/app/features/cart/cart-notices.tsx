import { Button } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { LockKeyhole, TriangleAlert } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { cart } from './cart.ts';
import styles from './cart-notices.module.css';

interface CartNoticesProps {
  isFrozen: boolean;
  connectionError: 'offline' | 'unavailable' | undefined;
  hasMissing: boolean;
}

/** Messages about the whole cart. The live region is always rendered, so that new messages are announced. */
export function CartNotices({ isFrozen, connectionError, hasMissing }: CartNoticesProps) {
  const { t } = useTranslation('cart');
  const { t: common } = useTranslation();
  return (
    <div role="status" className={styles.notices}>
      {isFrozen && (
        <div className={styles.notice}>
          <LockKeyhole size={20} aria-hidden="true" />
          <p>{t('frozen')}</p>
        </div>
      )}
      {hasMissing && (
        <div className={cx(styles.notice, styles.connectionError)}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>{t('some-missing')}</p>
        </div>
      )}
      {connectionError && (
        <div className={cx(styles.notice, styles.connectionError)}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>{t(connectionError === 'offline' ? 'offline' : 'unavailable')}</p>
          <Button onClick={() => void cart.refresh()}>{common('retry')}</Button>
        </div>
      )}
    </div>
  );
}
