import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { VisuallyHidden } from '~/ui/visually-hidden.tsx';
import { BrandSign } from './brand-sign.tsx';
import styles from './footer.module.css';

/** simple-icons has no Mir and no Kaspi: there the name is the sign. */
export function PaymentMethods() {
  const { t } = useTranslation();
  return (
    <ul className={styles.payments} aria-label={t('payment-methods')}>
      <li>
        <BrandSign name="visa" size={36} />
        <VisuallyHidden>Visa</VisuallyHidden>
      </li>
      <li>
        <BrandSign name="mastercard" size={26} />
        <VisuallyHidden>Mastercard</VisuallyHidden>
      </li>
      <li>{t('payment-mir')}</li>
      <li>Kaspi</li>
    </ul>
  );
}
