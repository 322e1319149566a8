import type { TopUpOptions } from '@oyna/api-client/models';
import type { ErrorCode } from '@oyna/domain/errors';
import { type Currency, exchangeEntered } from '@oyna/domain/money';
import type { TopUpCurrency } from '@oyna/domain/top-up';
import { validateSteamAmount } from '@oyna/domain/validation';

export type AmountLimits = TopUpOptions['steam']['limits'][number];

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
  const hundredths = exchangeEntered(amount * 100, currency, into, list);
  return hundredths === undefined ? undefined : Math.round(hundredths / 100);
}

/** What is asked for in the currency that a method credits. */
export function creditedAmount(
  entered: Entered,
  credited: TopUpCurrency,
  limits: readonly AmountLimits[],
  list: readonly Currency[],
): number | undefined {
  if (credited === entered.currency) return entered.amount;
  const exchanged = exchangeWhole(entered, credited, list);
  const own = limits.find(({ currency }) => currency === credited);
  // A limit that was converted, rounded and converted back may be wrong by one unit.
  return exchanged === undefined || !own ? exchanged : Math.min(Math.max(exchanged, own.min), own.max);
}

/** The least and the most that may be entered: within the limits of its currency, and of the one it is exchanged for. */
export function enterableLimits(
  entered: TopUpCurrency,
  credited: TopUpCurrency,
  limits: readonly AmountLimits[],
  list: readonly Currency[],
): { min: number; max: number } | undefined {
  const own = limits.find(({ currency }) => currency === entered);
  const target = limits.find(({ currency }) => currency === credited);
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
