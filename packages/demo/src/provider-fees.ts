import type { ProviderFee } from '@oyna/domain/shop-settings';

/** What the payment providers of the demo keep of a payment. The numbers are invented. */
export const DEMO_PROVIDER_FEES: readonly ProviderFee[] = [
  { provider: 'kassa24', currency: 'KZT', basisPoints: 250, fixed: 0, isReturned: true },
  { provider: 'epoint', currency: 'AZN', basisPoints: 300, fixed: 0, isReturned: false },
  { provider: 'platron', currency: 'RUB', basisPoints: 320, fixed: 0, isReturned: false },
  { provider: 'platron', currency: 'KZT', basisPoints: 320, fixed: 0, isReturned: false },
  { provider: 'talkbank', currency: 'RUB', basisPoints: 280, fixed: 500, isReturned: false },
];
