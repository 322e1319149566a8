import type { PaymentMethod } from '@oyna/api-client/models';
import { CARD_ORIGINS, type CardOrigin } from '@oyna/domain/constants';
import { convertFromCents, parseRate } from '@oyna/domain/money';

/** By whose cards they take (spec §2); an origin without a method is left out. */
export function methodGroups(methods: readonly PaymentMethod[]): { origin: CardOrigin; methods: PaymentMethod[] }[] {
  return CARD_ORIGINS.map((origin) => ({
    origin,
    methods: methods.filter((method) => method.origin === origin),
  })).filter((group) => group.methods.length > 0);
}

/** The charge is not in the currency of the cards that it takes: the buyer's bank converts it. */
export function isForeignCharge({ origin, currency }: PaymentMethod): boolean {
  return currency !== CARD_CURRENCIES[origin];
}

const CARD_CURRENCIES: Record<CardOrigin, string> = { Kz: 'KZT', Ru: 'RUB' };

/** What the method will charge, in hundredths of its currency. The server calculates it again and charges that. */
export function chargeOf(cents: number, { rate, currency }: PaymentMethod): number | undefined {
  const exact = parseRate(rate);
  return exact === undefined ? undefined : convertFromCents(cents, exact, currency);
}
