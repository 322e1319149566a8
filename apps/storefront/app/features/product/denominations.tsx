import { MAX_ITEM_COUNT, type ProductType } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import { cx } from '@oyna/ui/class-names';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Stepper } from '@oyna/ui/stepper';
import type { TFunction } from 'i18next';
import { usePrice } from '~/lib/currency/use-price.ts';
import { regionName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { ActivationNote } from './activation-note.tsx';
import styles from './denominations.module.css';
import { placeData } from './early-order.tsx';
import type { Offer } from './offer.ts';
import { OfferPrice } from './offer-price.tsx';
import type { OfferSection } from './offer-sections.ts';

interface DenominationsProps {
  offers: OfferSection['offers'];
  /** The name of the shopper's country. */
  country: string | undefined;
  /** Undefined when another offer on the page is chosen. */
  chosen: Offer | undefined;
  onChoose(offer: Offer): void;
  count: number;
  /** How many of the chosen one are in the cart. If there are any, the stepper changes the cart. */
  inCart: number;
  /** Undefined for what is not counted. */
  onCount: ((count: number) => void) | undefined;
}

/** One thing in several sizes: chips to choose from, one price, one stepper. */
export function Denominations({ offers, country, chosen, onChoose, count, inCart, onCount }: DenominationsProps) {
  const { t, language } = useTranslation('product');
  const { t: common } = useTranslation();
  const format = usePrice();
  const [{ type, platform, region }] = offers;
  const names = offers.map(({ edition }) => editionName(edition, language));
  return (
    <div className={cx(styles.group, styles[widthOf(names)])} {...placeData(offers[0])}>
      <RadioChips
        label={[legendOf(type, t), platform, regionName(region, common)].join(' · ')}
        name="offer"
        value={chosen && String(chosen.id)}
        onChange={(value) => {
          const offer = offers.find(({ id }) => String(id) === value);
          if (offer) onChoose(offer);
        }}
        chips={offers.map((offer, index) => ({
          value: String(offer.id),
          label: names[index],
          note: format(offer.price) ?? common('price-not-available'),
        }))}
      />
      <ActivationNote offer={offers[0]} country={country} />
      {chosen && onCount && (
        <div className={styles.sale}>
          <OfferPrice offer={chosen} size="medium" />
          {chosen.price !== undefined && (
            <Stepper
              label={t('count-of', { name: editionName(chosen.edition, language) })}
              value={inCart || count}
              min={inCart > 0 ? 0 : 1}
              max={MAX_ITEM_COUNT}
              onChange={onCount}
            />
          )}
        </div>
      )}
      {/* What is not counted has its price in the bar, which is too narrow for the old one on smaller screens. */}
      {chosen?.oldPrice !== undefined && !onCount && (
        <div className={styles.uncounted}>
          <OfferPrice offer={chosen} size="medium" />
        </div>
      )}
    </div>
  );
}

function legendOf(type: string, t: TFunction<'product'>): string {
  if (type === ('Subscription' satisfies ProductType)) return t('choose-term');
  return type === ('Services' satisfies ProductType) ? t('choose-value') : t('choose-pack');
}

function widthOf(names: readonly string[]): 'short' | 'medium' | 'long' {
  const longest = Math.max(...names.map(({ length }) => length));
  if (longest <= 10) return 'short';
  return longest <= 16 ? 'medium' : 'long';
}
