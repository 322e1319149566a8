import type { PaymentProviderName } from '@oyna/domain/constants';

/** Their names set in the store's own letters stand for their signs. */
export const PROVIDER_NAMES = {
  kassa24: 'Kassa24',
  epoint: 'Epoint',
  platron: 'Platron',
  talkbank: 'TalkBank',
} as const satisfies Record<PaymentProviderName, string>;
