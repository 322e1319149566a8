import type { PaymentProvider, PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import type { Config } from '../../config.ts';

/** How long a buyer waits for a provider that does not respond. */
const TIMEOUT_MS = 15_000;

/** The providers of the registry that have settings. */
export function createPaymentProviders(
  definitions: readonly PaymentProviderDefinition[],
  settings: Config['payments'],
): ReadonlyMap<string, PaymentProvider> {
  const providers = definitions.flatMap(({ name, create }) => {
    const own = settings[name];
    return own ? [[name, create({ ...own, timeoutMs: TIMEOUT_MS })] as const] : [];
  });
  return new Map(providers);
}
