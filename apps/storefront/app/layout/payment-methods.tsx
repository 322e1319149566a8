import mastercard from 'simple-icons/icons/mastercard.svg?raw';
import visa from 'simple-icons/icons/visa.svg?raw';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { BrandIcon } from '~/ui/brand-icon.tsx';
import { VisuallyHidden } from '~/ui/visually-hidden.tsx';
import styles from './footer.module.css';

/** simple-icons has no Mir and no Kaspi: there the name is the sign. */
export function PaymentMethods() {
  const { t } = useTranslation();
  return (
    <ul className={styles.payments} aria-label={t('payment-methods')}>
      <li>
        <BrandIcon svg={visa} size={36} />
        <VisuallyHidden>Visa</VisuallyHidden>
      </li>
      <li>
        <BrandIcon svg={mastercard} size={26} />
        <VisuallyHidden>Mastercard</VisuallyHidden>
      </li>
      <li>{t('payment-mir')}</li>
      <li>Kaspi</li>
    </ul>
  );
}
