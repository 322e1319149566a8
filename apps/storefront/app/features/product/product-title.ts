import type { ProductType } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';

const TITLES = {
  Key: 'meta-key',
  Services: 'meta-gift-card',
  Subscription: 'meta-subscription',
  Currency: 'meta-currency',
  TopUp: 'meta-top-up',
} as const satisfies Record<ProductType, string>;

/** What people type into a search engine, by what is sold. */
export function productTitle(
  type: string,
  values: { name: string; storeName: string },
  t: TFunction<'product'>,
): string {
  return t(TITLES[type as ProductType] ?? TITLES.Key, values);
}
