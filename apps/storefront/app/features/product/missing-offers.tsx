import { editionName } from '@oyna/domain/edition-name';
import type { ReactNode } from 'react';
import { regionName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './buy-panel.module.css';
import type { MissingOffer } from './offer.ts';

interface MissingOffersProps {
  offers: readonly MissingOffer[];
  bellOf(offer: MissingOffer): ReactNode;
}

/** Offers that cannot be bought now. Each has a bell. */
export function MissingOffers({ offers, bellOf }: MissingOffersProps) {
  const { t, language } = useTranslation('product');
  const { t: common } = useTranslation();
  return (
    <ul className={styles.rows} aria-label={t('missing-offers')}>
      {offers.map((offer) => (
        <li key={offer.id}>
          {t('missing-offers')}: {editionName(offer.edition, language)} · {offer.platform} ·{' '}
          {regionName(offer.region, common)}
          {bellOf(offer)}
        </li>
      ))}
    </ul>
  );
}
