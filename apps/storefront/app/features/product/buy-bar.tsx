import { editionName } from '@oyna/domain/edition-name';
import { Button, ButtonLink } from '@oyna/ui/button';
import { ShoppingCart, Wallet } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './buy-bar.module.css';

import type { Offer } from './offer.ts';
import { OfferPrice } from './offer-price.tsx';
import { topUpPage } from './top-up-page.ts';

interface BuyBarProps {
  gameId: number;
  offer: Offer;
  count: number;
  /** How many are in the cart: then the way on is there. */
  inCart: number;
  isAdding: boolean;
  onAdd(offer: Offer): void;
  onBuyNow(offer: Offer, count: number): void;
}

/** The one call to action: at the bottom of the screen on phones, at the end of the offers elsewhere. */
export function BuyBar({ gameId, offer, count, inCart, isAdding, onAdd, onBuyNow }: BuyBarProps) {
  const { t, language } = useTranslation('product');
  const { t: common } = useTranslation();
  const shown = inCart || count;
  const topUp = topUpPage(gameId, offer.id);
  return (
    <section aria-label={t('buy')} className={styles.bar} data-hides-bottom-bar="">
      <div className={styles.words}>
        <p className={styles.name}>
          <span className={styles.what}>
            <span>{inCart > 0 ? t('in-cart', { count: inCart }) : editionName(offer.edition, language)}</span>
            {inCart === 0 && <span>{` · ${offer.platform}`}</span>}
          </span>
          {inCart === 0 && count > 1 && <span className={styles.count}>{t('pieces', { count })}</span>}
        </p>
        <OfferPrice offer={offer} count={shown} size="medium" />
      </div>
      <div className={styles.action}>
        {topUp && (
          <ButtonLink to={topUp} variant="primary" size="large" isWide icon={<Wallet size={20} aria-hidden="true" />}>
            {t('top-up')}
          </ButtonLink>
        )}
        {!topUp && inCart > 0 && (
          <ButtonLink to="/cart" size="large" icon={<ShoppingCart size={20} aria-hidden="true" />}>
            <span className={styles.label}>{t('go-to-cart')}</span>
          </ButtonLink>
        )}
        {!topUp && inCart === 0 && (
          <Button
            size="large"
            icon={<ShoppingCart size={20} aria-hidden="true" />}
            disabled={offer.price === undefined}
            isBusy={isAdding}
            onClick={() => onAdd(offer)}
          >
            <span className={styles.label}>{t('add-to-cart')}</span>
          </Button>
        )}
        {!topUp && (
          <Button
            variant="primary"
            size="large"
            disabled={offer.price === undefined}
            onClick={() => onBuyNow(offer, shown)}
          >
            {common('buy-now')}
          </Button>
        )}
      </div>
    </section>
  );
}
