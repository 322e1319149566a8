import { cx } from '@oyna/ui/class-names';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandSign } from './brand-sign.tsx';
import styles from './card-brands.module.css';

type Brand = 'visa' | 'mastercard' | 'mir';

interface CardBrandsProps {
  brands: readonly Brand[];
  isSmall?: boolean;
}

/** Name and width of the marks that simple-icons has. It has no Mir: there the name is the mark. */
const MARKS = { visa: ['Visa', 36], mastercard: ['Mastercard', 26] } as const;

/** Logos of payment systems with readable names. They are no list, because a label may contain them. */
export function CardBrands({ brands, isSmall }: CardBrandsProps) {
  const { t } = useTranslation();
  return (
    <span className={cx(styles.brands, isSmall && styles.small)}>
      {brands.map((brand) => (
        <span key={brand} className={styles.brand}>
          {brand === 'mir' ? (
            t('payment-mir')
          ) : (
            <>
              <BrandSign name={brand} size={MARKS[brand][1]} />
              <VisuallyHidden>{MARKS[brand][0]}, </VisuallyHidden>
            </>
          )}
        </span>
      ))}
    </span>
  );
}
