import type { TopUpOptions } from '@oyna/api-client/models';
import { type CardOrigin, ORIGIN_CURRENCY } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import { type Currency, exchangeForOrigin } from '@oyna/domain/money';
import type { TopUpCurrency } from '@oyna/domain/top-up';
import { validateSteamAmount } from '@oyna/domain/validation';

export type AmountLimits = TopUpOptions['steam']['limits'][number];

const ORIGINS = { KZT: 'Kz', RUB: 'Ru' } as const satisfies Record<TopUpCurrency, CardOrigin>;

interface Entered {
  amount: number;
  currency: TopUpCurrency;
}

/** Whole units of another currency, by the ratio of the two in the list (spec §9); undefined without a rate. */
export function exchangeWhole(
  { amount, currency }: Entered,
  into: TopUpCurrency,
  list: readonly Currency[],
): number | undefined {
  const hundredths = exchangeForOrigin(amount * 100, currency, ORIGINS[into], list);
  return hundredths === undefined ? undefined : Math.round(hundredths / 100);
}

/** The currency of a method: the supplier takes tenge by a Kz method and roubles by a Ru one. */
export function amountForOrigin(
  entered: Entered,
  origin: CardOrigin,
  limits: readonly AmountLimits[],
  list: readonly Currency[],
): number | undefined {
  const target = ORIGIN_CURRENCY[origin];
  if (target === entered.currency) return entered.amount;
  const exchanged = exchangeWhole(entered, target, list);
  const own = limits.find(({ currency }) => currency === target);
  // A limit that was converted, rounded and converted back may be wrong by one unit.
  return exchanged === undefined || !own ? exchanged : Math.min(Math.max(exchanged, own.min), own.max);
}

/** The least and the most that may be entered: within the limits of its currency, and of the one it is exchanged for. */
export function enterableLimits(
  entered: TopUpCurrency,
  origin: CardOrigin,
  limits: readonly AmountLimits[],
  list: readonly Currency[],
): { min: number; max: number } | undefined {
  const own = limits.find(({ currency }) => currency === entered);
  const target = limits.find(({ currency }) => currency === ORIGIN_CURRENCY[origin]);
  if (!own || !target || own === target) return own;
  const min = exchangeWhole({ amount: target.min, currency: target.currency }, entered, list);
  const max = exchangeWhole({ amount: target.max, currency: target.currency }, entered, list);
  return { min: Math.max(own.min, min ?? own.min), max: Math.min(own.max, max ?? own.max) };
}

export function checkAmount(text: string, limits: { min: number; max: number } | undefined): ErrorCode | undefined {
  const fault = validateSteamAmount(text);
  if (fault || !limits) return fault;
  const amount = Number(text);
  return amount >= limits.min && amount <= limits.max ? undefined : 'steam-amount-invalid';
}

/**
 * What was typed, in another currency. It is always exchanged from what was typed, so that going there and back gives the
 * same sum.
 */
export function amountIn(
  to: TopUpCurrency,
  typed: { amount: string; currency: TopUpCurrency },
  list: readonly Currency[],
): string {
  if (typed.currency === to || validateSteamAmount(typed.amount)) return typed.amount;
  return String(exchangeWhole({ amount: Number(typed.amount), currency: typed.currency }, to, list) ?? typed.amount);
}
