import type { TFunction } from 'i18next';
import { regionName, typeName } from '~/lib/game-words.ts';

interface Facts {
  platform: string;
  type: string;
  region: string;
}

/** "Steam", "Key", "Kazakhstan" */
export function listFacts({ platform, type, region }: Facts, t: TFunction): [string, string, string] {
  return [platform, typeName(type, t), regionName(region, t)];
}

/** "Steam · Key · Kazakhstan" */
export const gameFacts = (game: Facts, t: TFunction) => listFacts(game, t).filter(Boolean).join(' · ');
