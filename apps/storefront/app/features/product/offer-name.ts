import type { Language } from '@oyna/domain/constants';
import { editionName } from '@oyna/domain/edition-name';
import type { MissingOffer } from './offer.ts';

/** The game and what tells this offer of it from the others. */
export const offerName = (game: string, { edition, platform }: MissingOffer, language: Language): string =>
  `${game}, ${editionName(edition, language)}, ${platform}`;
