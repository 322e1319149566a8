import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { PackageOpen } from 'lucide-react';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Country } from '~/lib/use-country.ts';
import styles from './buy-panel.module.css';
import { CountryChoice } from './country-choice.tsx';
import { Denominations } from './denominations.tsx';
import { EarlyOrder } from './early-order.tsx';
import type { Offer } from './offer.ts';
import { OfferRow } from './offer-row.tsx';
import type { OfferSection } from './offer-sections.ts';
import { topUpPage } from './top-up-page.ts';
import type { Choice } from './use-choice.ts';

interface BuyPanelProps {
  gameId: number;
  countries: readonly Country[];
  country: Country | undefined;
  /** The country that the offers are sorted by. */
  early: string | undefined;
  onCountry(code: string): void;
  choice: Choice;
  /** How many of an offer are in the cart already. */
  inCart(offerId: number): number;
  onCount(section: OfferSection, offer: Offer, count: number): void;
}

export function BuyPanel(props: BuyPanelProps) {
  const { gameId, countries, country, early, onCountry, choice, inCart, onCount } = props;
  const { t } = useTranslation('product');
  const { t: common } = useTranslation();
  const { sections, offer: chosen, countOf, choose } = choice;
  if (sections.length === 0) {
    return (
      <EmptyState
        icon={<PackageOpen size={32} />}
        text={t('no-products')}
        action={
          <ButtonLink to="/catalog" variant="primary">
            {common('go-to-catalog')}
          </ButtonLink>
        }
      />
    );
  }
  const counterOf = (section: OfferSection, offer: Offer) =>
    topUpPage(gameId, offer.id) ? undefined : (count: number) => onCount(section, offer, count);
  const rows = sections.filter(({ kind }) => kind === 'edition');
  return (
    <div className={styles.panel}>
      {countries.length > 0 && sections.some(({ offers }) => offers[0].type !== 'TopUp') && (
        <CachedFragment data={countries}>
          {() => <CountryChoice countries={countries} country={country} onChoose={onCountry} />}
        </CachedFragment>
      )}
      {sections
        .filter(({ kind }) => kind === 'denominations')
        .map((section) => {
          const own = section.offers.find(({ id }) => id === chosen?.id);
          return (
            <Denominations
              key={section.key}
              offers={section.offers}
              country={country?.name}
              chosen={own}
              onChoose={choose}
              count={countOf(section)}
              inCart={own ? inCart(own.id) : 0}
              onCount={own && counterOf(section, own)}
            />
          );
        })}
      {rows.length > 0 && (
        <fieldset className={styles.editions}>
          <legend className={styles.legend}>{t('choose-edition')}</legend>
          <ul className={styles.rows}>
            {rows.map((section) => {
              const [offer] = section.offers;
              return (
                <OfferRow
                  key={section.key}
                  offer={offer}
                  country={country?.name}
                  isChosen={offer.id === chosen?.id}
                  onChoose={() => choose(offer)}
                  count={countOf(section)}
                  inCart={inCart(offer.id)}
                  onCount={counterOf(section, offer)}
                />
              );
            })}
          </ul>
        </fieldset>
      )}
      {sections.length > 1 && <EarlyOrder country={early} />}
    </div>
  );
}
