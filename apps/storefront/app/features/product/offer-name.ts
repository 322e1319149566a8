import type { Language } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import type { MissingOffer } from './offer.ts';

/** The game and what distinguishes this offer from its others. */
export const offerName = (game: string, { edition, platform }: MissingOffer, language: Language): string =>
  `${game}, ${editionName(edition, language)}, ${platform}`;
