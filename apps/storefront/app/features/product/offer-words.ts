import type { ProductType } from '@oyna/domain/constants';
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

const ACTIVATION = {
  Global: 'activates-global',
  CIS: 'activates-cis',
  EU: 'activates-eu',
  KZ: 'activates-kz',
  RU: 'activates-ru',
  TR: 'activates-tr',
  US: 'activates-us',
  BR: 'activates-br',
  PL: 'activates-pl',
} as const;

const has = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key);

export function typeName(type: string, t: TFunction): string {
  return has(TYPES, type) ? t(TYPES[type]) : type;
}

/** A region that is new in the catalogue shows its code until it gets a name here. */
export function regionName(region: string, t: TFunction<'product'>): string {
  return has(REGIONS, region) ? t(REGIONS[region]) : region;
}

/** In plain words what the region means for the buyer; an account is topped up wherever it is. */
export function activationNote(
  { type, region }: { type: string; region: string },
  t: TFunction<'product'>,
): string | undefined {
  if (type === 'TopUp') return undefined;
  return has(ACTIVATION, region) ? t(ACTIVATION[region]) : t('activates-in', { region });
}
