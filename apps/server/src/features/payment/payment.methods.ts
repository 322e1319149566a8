import type { CardBrand, CardOrigin, PaymentProviderName } from '@oyna/domain/constants';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import type { CurrencyService } from '../currency/currency.service.ts';

/** Whose cards each takes (decisions: Kz to Epoint or Kassa24, Ru to Platron or TalkBank). */
const ORIGINS: Record<PaymentProviderName, CardOrigin> = {
  kassa24: 'Kz',
  epoint: 'Kz',
  platron: 'Ru',
  talkbank: 'Ru',
};
/** What each shows on its payment page. */
const BRANDS: Record<PaymentProviderName, CardBrand[]> = {
  kassa24: ['visa', 'mastercard'],
  epoint: ['visa', 'mastercard'],
  platron: ['visa', 'mastercard', 'mir'],
  talkbank: ['visa', 'mastercard', 'mir'],
};
const ORDER: PaymentProviderName[] = ['kassa24', 'epoint', 'platron', 'talkbank'];

export type PaymentMethods = ReturnType<typeof createPaymentMethods>;

export function createPaymentMethods(
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>,
  currency: CurrencyService,
) {
  return {
    /** Only what is configured, and whose currency has a rate. */
    async list() {
      const methods = ORDER.flatMap((name) => providers.get(name) ?? []).map(
        async ({ name, currencies: [charged] }) => {
          const found = charged && (await currency.findRate(charged));
          if (!charged || !found) return [];
          const rate = Number(found.rate);
          return {
            provider: name,
            origin: ORIGINS[name],
            brands: BRANDS[name],
            currency: charged,
            rate,
            feePercent: 0,
            cardForm: name === 'talkbank',
          };
        },
      );
      return (await Promise.all(methods)).flat();
    },
  };
}
