import { type ReactNode, useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { Breadcrumb } from '~/ui/breadcrumb.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { BuyBar } from './buy-bar.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { Gallery } from './gallery.tsx';
import type { GalleryPicture } from './gallery-pictures.ts';
import { HtmlText } from './html-text.tsx';
import { Instructions } from './instructions.tsx';
import type { Offers } from './offer.ts';
import { type GameFacts, ProductFacts } from './product-facts.tsx';
import layout from './product-layout.module.css';
import { ProductTabs } from './product-tabs.tsx';
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
  crumbs: readonly { text: string; to?: string }[];
  heart: ReactNode;
}

export function Product({ game, offers: loaded, crumbs, heart }: ProductProps) {
  const { t } = useTranslation('product');
  const { offers, retry, isRetrying } = useOffers(game.id, loaded);
  const available = offers?.available ?? [];
  const choice = useChoice(available);
  const { ask, askOnce } = useAsking();
  const onCount: Choice['setCount'] = (section, offer, count) => {
    choice.setCount(section, offer, count);
    if (count > choice.countOf(section)) askOnce();
  };
  const failed = <ErrorState title={t('offers-failed')} onRetry={retry} isRetrying={isRetrying} />;
  return (
    <>
      <div className={layout.crumbs}>
        <Breadcrumb crumbs={crumbs} />
      </div>
      <div className={layout.columns}>
        <div className={layout.gallery}>
          <Gallery name={game.name} pictures={game.pictures} colour={game.colour} corner={heart} />
        </div>
        <div className={layout.main}>
          <h1>{game.name}</h1>
          <ProductFacts game={game} offers={available} />
          <ProductTabs
            panels={{
              buy: offers ? <BuyPanel gameId={game.id} choice={choice} onCount={onCount} /> : failed,
              description: game.description ? <HtmlText html={game.description} /> : <p>{t('no-description')}</p>,
              instruction: <Instructions instructions={offers?.instructions ?? []} />,
            }}
          />
          {choice.offer && <BuyBar gameId={game.id} offer={choice.offer} count={choice.count} onAdd={ask} />}
        </div>
      </div>
    </>
  );
}

/**
 * Adding and counting up ask to sign in (spec §5). Counting asks once: whoever has put the question aside goes on
 * counting, and is asked again by the button.
 */
function useAsking(): { ask(): void; askOnce(): void } {
  const { t } = useTranslation('product');
  const prompt = useSignInPrompt();
  const hasAsked = useRef(false);
  const ask = () => {
    hasAsked.current = true;
    prompt.ask(t('sign-in-to-buy'));
  };
  return {
    ask,
    askOnce: () => {
      if (!hasAsked.current) ask();
    },
  };
}
