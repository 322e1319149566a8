import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { basketTotal } from '@oyna/domain/pricing';
import { Badge } from '@oyna/ui/badge';
import { Price } from '~/components/price.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Offer } from './offer.ts';
import styles from './offer-price.module.css';

interface OfferPriceProps {
  offer: Offer;
  count?: number;
  size?: 'small' | 'medium' | 'large';
}

/** The price of that many, the old price and the discount. */
export function OfferPrice({ offer, count = 1, size = 'small' }: OfferPriceProps) {
  const { t } = useTranslation('product');
  // A wallet takes any sum, so the price of its unit is not shown.
  if (offer.id === STEAM_SERVICE_ID) return <p className={styles.free}>{t('any-sum')}</p>;
  const times = (price: number | undefined) => basketTotal([{ price, count }]);
  return (
    <div className={styles.price}>
      <Price cents={times(offer.price)} oldCents={times(offer.oldPrice)} size={size} />
      {offer.price !== undefined && offer.discountPercent !== undefined && (
        <Badge tone="sale">−{offer.discountPercent}%</Badge>
      )}
    </div>
  );
}
