import { hasKey, type ProductType } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';

const TYPES = {
  Key: 'type-key',
  Services: 'type-gift-card',
  Subscription: 'type-subscription',
  Currency: 'type-currency',
  TopUp: 'type-top-up',
} as const satisfies Record<ProductType, string>;

const REGIONS = {
  Global: 'region-global',
  CIS: 'region-cis',
  EU: 'region-eu',
  KZ: 'region-kz',
  RU: 'region-ru',
  TR: 'region-tr',
  US: 'region-us',
  BR: 'region-br',
  PL: 'region-pl',
} as const;

export function typeName(type: string, t: TFunction): string {
  return hasKey(TYPES, type) ? t(TYPES[type]) : type;
}

/** Always a word. A region that is new in the catalogue shows its code until it gets a name here. */
export function regionName(region: string, t: TFunction): string {
  return hasKey(REGIONS, region) ? t(REGIONS[region]) : region;
}
