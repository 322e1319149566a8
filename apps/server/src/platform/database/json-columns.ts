import type { ArtMotif } from '@oyna/cover-art/art-spec';
import type { Language } from '@oyna/domain/constants';
import type { Hardware } from '@oyna/domain/game-details';

/** The SQL domain `localized`: one text in every language of the store. */
export type LocalizedText = Record<Language, string>;

/** The SQL domain `artwork`: the input of the generated picture of a game or a news item. */
export interface ArtData {
  motif: ArtMotif;
  hue: number;
}

/** The SQL domain `picture_list`: what the owner of an uploaded picture knows of it. */
export interface ShownPicture {
  place: 'cover' | 'gallery';
  /** Names it in addresses. */
  hash: string;
  color: string;
  alt: LocalizedText;
}

/** The SQL domain `game_requirements`: what a computer needs for a game. */
export interface GameRequirements {
  minimum: Hardware;
  recommended?: Hardware;
  note?: LocalizedText;
}
