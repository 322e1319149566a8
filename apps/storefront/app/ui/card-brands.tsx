import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandSign } from './brand-sign.tsx';
import styles from './card-brands.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type Brand = 'visa' | 'mastercard' | 'mir';

interface CardBrandsProps {
  brands: readonly Brand[];
  isSmall?: boolean;
}

/** Marks of payment systems, readable as words. They may stand in a label, which allows no list. */
export function CardBrands({ brands, isSmall = false }: CardBrandsProps) {
  const { t } = useTranslation();
  const scale = isSmall ? 0.8 : 1;
  return (
    <span className={cx(styles.brands, isSmall && styles.small)}>
      {brands.map((brand) => (
        <span key={brand} className={styles.brand}>
          {brand === 'visa' && <BrandSign name="visa" size={36 * scale} />}
          {brand === 'mastercard' && <BrandSign name="mastercard" size={26 * scale} />}
          {/* simple-icons has no Mir: its name is the mark. */}
          {brand === 'mir' ? t('payment-mir') : <VisuallyHidden>{NAMES[brand]}, </VisuallyHidden>}
        </span>
      ))}
    </span>
  );
}

const NAMES = { visa: 'Visa', mastercard: 'Mastercard' } as const;
