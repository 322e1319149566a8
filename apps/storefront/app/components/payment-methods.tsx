import type { CardBrand } from '@oyna/domain/constants';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { CardBrands } from './card-brands.tsx';

interface PaymentMethodsProps {
  /** Of the methods that can be used now: a mark without a method would be a false promise. */
  brands: readonly CardBrand[];
}

export function PaymentMethods({ brands }: PaymentMethodsProps) {
  const { t } = useTranslation();
  if (brands.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of marks is no fieldset
    <div role="group" aria-label={t('payment-methods')}>
      <CardBrands brands={brands} />
    </div>
  );
}
