import type { Basket, PaymentMethod } from '@oyna/api-client/models';
import { chargeOf } from '@oyna/domain/checkout';
import { CARD_ORIGINS, type CardOrigin, ORIGIN_CURRENCY } from '@oyna/domain/constants';

/** By whose cards they take (spec §2); an origin without a method is left out. */
export function methodGroups(methods: readonly PaymentMethod[]): { origin: CardOrigin; methods: PaymentMethod[] }[] {
  return CARD_ORIGINS.map((origin) => ({
    origin,
    methods: methods.filter((method) => method.origin === origin),
  })).filter((group) => group.methods.length > 0);
}

/** The charge is not in the currency of the cards that it takes: the buyer's bank converts it. */
export function isForeignCharge({ origin, currency }: PaymentMethod): boolean {
  return currency !== ORIGIN_CURRENCY[origin];
}

/** A payment that has begun has no rate any more. */
export type ChargingMethod = Pick<PaymentMethod, 'currency' | 'provider'> & { rate?: number };

/**
 * What the method will charge for the basket, in hundredths of its currency. A payment that has begun keeps its sum. The
 * server refuses a payment of another sum than the page shows.
 */
export function shownCharge(
  { total, payment }: Pick<Basket, 'total' | 'payment'>,
  method: ChargingMethod,
): number | undefined {
  return payment?.provider === method.provider ? payment.amount : chargeOf(total, method);
}
