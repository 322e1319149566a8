import type { ProductType } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';

const TYPES = {
  Key: 'type-key',
  Services: 'type-gift-card',
  Subscription: 'type-subscription',
  Currency: 'type-currency',
  TopUp: 'type-top-up',
} as const satisfies Record<ProductType, string>;

/** The other regions are codes of countries, the same in every language. */
const REGIONS = { Global: 'region-global', CIS: 'region-cis', EU: 'region-eu' } as const;

interface Facts {
  platform: string;
  type: string;
  region: string;
}

/** "Steam", "Key", "KZ" */
export function listFacts({ platform, type, region }: Facts, t: TFunction): [string, string, string] {
  return [platform, nameOf(TYPES, type, t), nameOf(REGIONS, region, t)];
}

/** "Steam · Key · KZ" */
export const gameFacts = (game: Facts, t: TFunction) => listFacts(game, t).filter(Boolean).join(' · ');

type FactKey = (typeof TYPES)[keyof typeof TYPES] | (typeof REGIONS)[keyof typeof REGIONS];

function nameOf(keys: Readonly<Record<string, FactKey>>, value: string, t: TFunction): string {
  const key = keys[value];
  return key === undefined ? value : t(key);
}
