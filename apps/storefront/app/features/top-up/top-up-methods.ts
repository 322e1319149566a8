import type { PaymentMethod } from '@oyna/api-client/models';
import { TOP_UP_PROVIDERS, type TopUpProvider } from '@oyna/domain/top-up';

export type TopUpMethod = PaymentMethod & { provider: TopUpProvider };

/** Only those that a top-up can be paid with. */
export function topUpMethods(methods: readonly PaymentMethod[]): TopUpMethod[] {
  return methods.filter((method): method is TopUpMethod =>
    TOP_UP_PROVIDERS.some((provider) => provider === method.provider),
  );
}

/** Whose price is shown before a method is chosen: the one whose cards have that currency. */
export function likelyMethod(methods: readonly TopUpMethod[], currency: string | undefined): TopUpMethod | undefined {
  const origin = currency === 'RUB' ? 'Ru' : 'Kz';
  return methods.find((method) => method.origin === origin) ?? methods[0];
}
