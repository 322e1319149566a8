import type { PaymentProviderName } from '@oyna/domain/constants';
import { createEpoint } from '@oyna/providers/epoint/epoint';
import { createKassa24 } from '@oyna/providers/kassa24/kassa24';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import { createPlatron } from '@oyna/providers/platron/platron';
import { createTalkBank } from '@oyna/providers/talkbank/talkbank';
import type { PaymentConfig } from '../../config/payments.ts';

/** A provider that does not answer keeps its buyer waiting no longer than this. */
const TIMEOUT_MS = 15_000;

export function createPaymentProviders(config: PaymentConfig): ReadonlyMap<PaymentProviderName, PaymentProvider> {
  const timeoutMs = TIMEOUT_MS;
  const providers = [
    config.platron && createPlatron({ ...config.platron, timeoutMs }),
    config.epoint && createEpoint({ ...config.epoint, timeoutMs }),
    config.kassa24 && createKassa24({ ...config.kassa24, timeoutMs }),
    config.talkbank && createTalkBank({ ...config.talkbank, timeoutMs }),
  ];
  return new Map(providers.flatMap((provider) => (provider ? [[provider.name, provider]] : [])));
}
