import type { Language } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import { presentPrice } from '@oyna/domain/pricing';
import type { Pack } from './pack-cards.tsx';

type Offer = Parameters<typeof presentPrice>[0] & {
  id: number;
  name: string;
  available: boolean;
  oldPrice: Pack['oldPrice'];
};

/** The packs that can be bought now, with their names in the visitor's language. */
export const listPacks = (offers: readonly Offer[], language: Language): Pack[] =>
  offers.flatMap((offer) => {
    const price = presentPrice(offer);
    if (!offer.available || price === undefined) return [];
    return [{ id: offer.id, name: editionName(offer.name, language), price, oldPrice: offer.oldPrice }];
  });
