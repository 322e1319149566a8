import { cx } from '@oyna/ui/class-names';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './price.module.css';

interface PriceProps {
  /** US cents. */
  cents: number | null | undefined;
  oldCents?: number | null | undefined;
  size?: 'small' | 'medium' | 'large';
  /** What is shown instead of a missing price. */
  missing?: string;
}

/** In the visitor's currency; both prices at once, so that a change of currency never shows two. */
export function Price({ cents, oldCents, size = 'small', missing }: PriceProps) {
  const { t } = useTranslation();
  const format = usePrice();
  const price = format(cents);
  if (price === undefined) {
    const isMissing = cents === null || cents === undefined;
    return <p className={cx(styles.price, styles.none)}>{(isMissing && missing) || t('price-not-available')}</p>;
  }
  const old = format(oldCents);
  return (
    <p className={cx(styles.price, size !== 'small' && styles[size])}>
      {price}
      {old !== undefined && old !== price && (
        <s className={styles.old}>
          <VisuallyHidden>{t('old-price')} </VisuallyHidden>
          {old}
        </s>
      )}
    </p>
  );
}
