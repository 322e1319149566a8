import type { ActivationRule, BasketItem } from '@oyna/api-client/models';
import { activation } from '@oyna/domain/activation';
import { Checkbox } from '@oyna/ui/checkbox';
import { TriangleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './activation-consent.module.css';

interface ActivationConsentProps {
  ref: Ref<HTMLDivElement>;
  /** Items that do not work in the country. */
  items: readonly BasketItem[];
  country: string;
  isTicked: boolean;
  onTick(isTicked: boolean): void;
  error: string | undefined;
}

export function listNotActivated(
  items: readonly BasketItem[],
  rules: readonly ActivationRule[],
  country: string | undefined,
): BasketItem[] {
  return items.filter((item) => activation(item, country, rules) === 'no');
}

/** The buyer says that they know which keys do not work in their country. The answer is kept with the order. */
export function ActivationConsent({ ref, items, country, isTicked, onTick, error }: ActivationConsentProps) {
  const { t } = useTranslation('payment');
  return (
    <div ref={ref} className={styles.consent}>
      <p className={styles.title}>
        <TriangleAlert size={20} aria-hidden="true" />
        {t('activation-title', { country })}
      </p>
      <ul className={styles.items}>
        {items.map(({ productId, name }) => (
          <li key={productId}>{name}</li>
        ))}
      </ul>
      <Checkbox
        label={t('activation-tick')}
        checked={isTicked}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
    </div>
  );
}
