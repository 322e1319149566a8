import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import { Badge } from '@oyna/ui/badge';
import { Stepper } from '@oyna/ui/stepper';
import { regionName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

import { ActivationNote } from './activation-note.tsx';
import { placeData } from './early-order.tsx';
import type { Offer } from './offer.ts';
import { OfferPrice } from './offer-price.tsx';
import styles from './offer-row.module.css';

interface OfferRowProps {
  offer: Offer;
  /** The name of the shopper's country. */
  country: string | undefined;
  isChosen: boolean;
  onChoose(): void;
  count: number;
  /** How many are in the cart. If there are any, the stepper changes the cart. */
  inCart: number;
  /** Undefined for what is not counted. */
  onCount: ((count: number) => void) | undefined;
}

/** The label covers the whole row except the stepper: a click anywhere else chooses the offer. */
export function OfferRow({ offer, country, isChosen, onChoose, count, inCart, onCount }: OfferRowProps) {
  const { t, language } = useTranslation('product');
  const { t: common } = useTranslation();
  const name = editionName(offer.edition, language);
  return (
    <li className={styles.row} {...placeData(offer)}>
      <label className={styles.label}>
        <input
          type="radio"
          name="offer"
          value={offer.id}
          checked={isChosen}
          onChange={onChoose}
          className={styles.radio}
        />
        <span className={styles.name}>{name}</span>
        <span className={styles.badges}>
          <Badge>{offer.platform}</Badge>
          <Badge>{regionName(offer.region, common)}</Badge>
          {inCart > 0 && (
            <span className={styles.inCart}>
              <Badge tone="success">{t('in-cart', { count: inCart })}</Badge>
            </span>
          )}
        </span>
        <span className={styles.note}>
          <ActivationNote offer={offer} country={country} />
        </span>
      </label>
      <div className={styles.sale}>
        <OfferPrice offer={offer} />
        {onCount && offer.price !== undefined && (
          <div className={styles.stepper}>
            <Stepper
              label={t('count-of', { name: [name, offer.platform, regionName(offer.region, common)].join(', ') })}
              value={inCart || count}
              min={inCart > 0 ? 0 : 1}
              max={MAX_ITEM_COUNT}
              onChange={onCount}
            />
          </div>
        )}
      </div>
    </li>
  );
}
