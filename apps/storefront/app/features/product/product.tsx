import type { ActivationRule } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import { Breadcrumb } from '@oyna/ui/breadcrumb';
import { ErrorState } from '@oyna/ui/error-state';
import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { HtmlText } from '~/components/html-text.tsx';
import { buyProductPath } from '~/lib/buy-now.ts';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { type Country, useCountry } from '~/lib/use-country.ts';
import { BuyBar } from './buy-bar.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { Gallery, preloadGallery } from './gallery.tsx';
import type { GalleryPicture } from './gallery-pictures.ts';
import { Instructions } from './instructions.tsx';
import { KeyPromise } from './key-promise.tsx';
import { MissingOffers } from './missing-offers.tsx';
import type { MissingOffer, Offer, Offers } from './offer.ts';
import { withActivation } from './offer-activation.ts';
import type { GameFacts } from './product-facts.tsx';
import layout from './product-layout.module.css';
import { ProductTabs } from './product-tabs.tsx';
import { topUpPage } from './top-up-page.ts';
import { type Choice, useChoice } from './use-choice.ts';
import { useOffers } from './use-offers.ts';

export interface ProductGame extends GameFacts {
  id: number;
  name: string;
  pictures: GalleryPicture[];
  colour: string;
  /** HTML, cleaned by the server. */
  description: string;
}

interface ProductProps {
  game: ProductGame;
  /** Undefined when they could not be loaded. */
  offers: Offers | undefined;
  rules: readonly ActivationRule[];
  countries: readonly Country[];
  crumbs: readonly { text: string; to?: string }[];
  heart: ReactNode;
  /** Where reviews exist. */
  rating: ReactNode;
  cart: Cart;
  /** How long keys take, where enough were delivered. */
  deliveryText: string | undefined;
  /** The bell of an offer belongs to another feature, so the page brings it. */
  bellOf(
    kind: 'price-below' | 'back-in-stock',
    offer: { id: number; name: string; price: number | undefined },
    /** After a sign-in another offer may be the first one. The visitor meant this one. */
    onAsked?: () => void,
  ): ReactNode;
}

/** What the page needs of the cart. */
export interface Cart {
  countOf(productId: number): number;
  isAdding: boolean;
  /** Asks a visitor to sign in first. */
  add(item: { productId: number; count: number; price: number }): void;
  setCount(productId: number, count: number): void;
}

export function Product({
  game,
  offers: loaded,
  rules,
  countries,
  crumbs,
  heart,
  rating,
  cart,
  deliveryText,
  bellOf,
}: ProductProps) {
  const { t, language } = useTranslation('product');
  const { offers, retry } = useOffers(game.id, loaded);
  const { country, early, choose: chooseCountry } = useCountry(countries);
  const available = withActivation(offers?.available ?? [], rules, country?.code, early);
  const choice = useChoice(available);
  const askOnce = useAskOnce();
  const { ask } = useSignInPrompt();
  const navigate = useNavigate();
  // What is in the cart is counted there; the rest is counted here until it is put in.
  const onCount: Choice['setCount'] = (section, offer, count) => {
    if (cart.countOf(offer.id) > 0) {
      choice.choose(offer);
      cart.setCount(offer.id, count);
      return;
    }
    choice.setCount(section, offer, count);
    if (count > choice.countOf(section)) askOnce();
  };
  const add = ({ id, price }: Offer) => {
    if (price !== undefined) cart.add({ productId: id, count: choice.count, price });
  };
  const buyNow = ({ id }: Offer, count: number) => {
    const path = buyProductPath(id, count);
    ask(t('sign-in-to-buy-now'), () => void navigate(path), { kind: 'open', path });
  };
  preloadGallery(game.pictures);
  const failed = <ErrorState title={t('offers-failed')} onRetry={retry} />;
  return (
    <>
      <div className={layout.crumbs}>
        <Breadcrumb crumbs={crumbs} />
      </div>
      <div className={layout.columns}>
        <div className={layout.gallery}>
          <CachedFragment data={game} id="gallery">
            {() => <Gallery name={game.name} pictures={game.pictures} colour={game.colour} corner={heart} />}
          </CachedFragment>
        </div>
        <div className={layout.main}>
          <div className={layout.title}>
            <h1>{game.name}</h1>
            {rating}
          </div>
          <ProductTabs
            panels={{
              buy: offers ? (
                <BuyPanel
                  gameId={game.id}
                  countries={countries}
                  country={country}
                  early={early}
                  onCountry={chooseCountry}
                  choice={choice}
                  inCart={cart.countOf}
                  onCount={onCount}
                />
              ) : (
                failed
              ),
              description: game.description ? <HtmlText html={game.description} /> : <p>{t('no-description')}</p>,
              instruction: <Instructions instructions={offers?.instructions ?? []} />,
            }}
          />
          {choice.offer && (
            <BuyBar
              gameId={game.id}
              offer={choice.offer}
              count={choice.count}
              inCart={cart.countOf(choice.offer.id)}
              isAdding={cart.isAdding}
              onAdd={add}
              onBuyNow={buyNow}
            />
          )}
          {choice.offer &&
            choice.offer.type !== 'TopUp' &&
            bellOf(
              'price-below',
              { ...choice.offer, name: offerName(game.name, choice.offer, language) },
              () => choice.offer && choice.choose(choice.offer),
            )}
          {offers && offers.missing.length > 0 && (
            <MissingOffers
              offers={offers.missing}
              bellOf={(offer) =>
                bellOf('back-in-stock', { id: offer.id, name: offerName(game.name, offer, language), price: undefined })
              }
            />
          )}
          {choice.offer && !topUpPage(game.id, choice.offer.id) && <KeyPromise deliveryText={deliveryText} />}
        </div>
      </div>
    </>
  );
}

/**
 * The stepper asks a visitor to sign in (spec §5), once. A visitor who closes the dialog can change the count, and the
 * button asks again.
 */
function useAskOnce(): () => void {
  const { t } = useTranslation('product');
  const isSignedIn = useIsSignedIn();
  const { ask } = useSignInPrompt();
  const hasAsked = useRef(false);
  return () => {
    if (isSignedIn || hasAsked.current) return;
    hasAsked.current = true;
    ask(t('sign-in-to-buy'));
  };
}

/** The game and what distinguishes this offer from its others. */
const offerName = (game: string, { edition, platform }: MissingOffer, language: Language): string =>
  `${game}, ${editionName(edition, language)}, ${platform}`;
