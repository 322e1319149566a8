import type { PaymentProvider, PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import type { CurrencyService } from '../currency/currency.service.ts';

export type PaymentMethods = ReturnType<typeof createPaymentMethods>;

/** The configured providers, in the order of the registry. A provider whose currency has no rate is left out. */
export function createPaymentMethods(
  definitions: readonly PaymentProviderDefinition[],
  providers: ReadonlyMap<string, PaymentProvider>,
  currency: CurrencyService,
) {
  async function listMethod({ name, label, origin, brands, hasCardForm }: PaymentProviderDefinition) {
    const charged = providers.get(name)?.currencies[0];
    const found = charged && (await currency.findRate(charged));
    if (!charged || !found) return [];
    return [
      {
        provider: name,
        label,
        origin,
        brands: [...brands],
        currency: charged,
        rate: Number(found.rate),
        feePercent: 0,
        cardForm: hasCardForm,
      },
    ];
  }

  return {
    list: async () => (await Promise.all(definitions.map(listMethod))).flat(),
  };
}
