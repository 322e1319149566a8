import type { PaymentProviderName } from '@oyna/domain/constants';
import type { PaymentProvider, PaymentReference } from '@oyna/providers/payment-provider';

export interface LinkCancellation {
  isPossible(provider: PaymentProviderName): boolean;
  /** Whether a cancelled link also gives back money that was paid a moment before. */
  reversesPaid(provider: PaymentProviderName): boolean;
  /** After the commit that gave the payment up. Best effort: the caller does not wait, and a failure changes nothing. */
  request(provider: PaymentProviderName, reference: PaymentReference): void;
}

/** Ends payment pages that are no longer wanted, where the provider has a call for it. */
export function createLinkCancellation(providers: ReadonlyMap<PaymentProviderName, PaymentProvider>): LinkCancellation {
  const find = (name: PaymentProviderName) => providers.get(name)?.cancellation;
  return {
    isPossible: (name) => find(name) !== undefined,
    reversesPaid: (name) => find(name)?.reversesPaid ?? false,
    request(name, reference) {
      find(name)
        ?.cancel(reference)
        .catch(() => {
          // The link stays payable. A payment through it counts as a late one.
        });
    },
  };
}
