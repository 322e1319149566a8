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

/** "Steam · Key · KZ" */
export function gameFacts(
  { platform, type, region }: { platform: string; type: string; region: string },
  t: TFunction,
): string {
  return [platform, nameOf(TYPES, type, t), nameOf(REGIONS, region, t)].filter(Boolean).join(' · ');
}

type FactKey = (typeof TYPES)[keyof typeof TYPES] | (typeof REGIONS)[keyof typeof REGIONS];

function nameOf(keys: Readonly<Record<string, FactKey>>, value: string, t: TFunction): string {
  const key = keys[value];
  return key === undefined ? value : t(key);
}
