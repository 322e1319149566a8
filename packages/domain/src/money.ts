/**
 * Money. A price is an integer of US cents; an amount in any currency is an integer of its hundredths (cents,
 * kopecks, tiyn, qəpik). A rate is units of the currency per US dollar.
 *
 * The functions here, in money-format.ts and in pricing.ts return `undefined` for input that is not a safe integer. A page
 * shows "Price not available" for it.
 */
import { BASE_CURRENCY, CURRENCY_SYMBOLS, DEFAULT_CURRENCY, type ListedCurrency } from './constants.ts';

/** An exact decimal with ten places, held as an integer. */
export type Rate = bigint & { readonly unit: 'rate' };

/** An entry of the currency list (spec §3). `amount` is the rate as in the JSON of the API. */
export interface Currency {
  name: string;
  amount: number | string;
  symbol: string;
  index: number;
}

/** `price`: dollars and manats to the cent, other currencies in whole units. `top-up`: two decimals in any (spec §9). */
export type Precision = 'price' | 'top-up';

const RATE_DECIMALS = 10;
const RATE_ONE = 10n ** BigInt(RATE_DECIMALS);
// A rate outside these limits is an error of its source. JavaScript writes numbers below the lower limit as 1e-7.
const MIN_RATE = RATE_ONE / 1_000_000n;
const MAX_RATE = RATE_ONE * 1_000_000_000n;
const TWO_DECIMAL_CURRENCIES: readonly string[] = ['USD', 'AZN'];

/** Parses the decimal text of a rate, so that 0.1 is exact. Rounds to ten decimal places. */
export function parseRate(value: unknown): Rate | undefined {
  const [whole, fraction] = readDecimal(value) ?? [];
  if (whole === undefined || fraction === undefined) return undefined;
  const kept = fraction.slice(0, RATE_DECIMALS).padEnd(RATE_DECIMALS, '0');
  return toRate(BigInt(whole + kept) + (Number(fraction[RATE_DECIMALS] ?? 0) >= 5 ? 1n : 0n));
}

/** From two prices in one currency, the price of the first in the second: KZT per USD over KZT per RUB is RUB per USD. */
export function crossRate(numerator: Rate, denominator: Rate): Rate | undefined {
  return toRate(divide(numerator * RATE_ONE, denominator));
}

/** Parses "12.99" or 12.99 as 1299. Undefined for a third decimal that is not zero: it never rounds. */
export function parseAmount(value: unknown): number | undefined {
  const [whole, fraction] = readDecimal(value) ?? [];
  if (whole === undefined || fraction === undefined || /[^0]/.test(fraction.slice(2))) return undefined;
  return toAmount(BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')));
}

/** 1299 as "12.99", the format of the payment providers. Throws when the input is not an amount. */
export function amountToText(amount: number): string {
  const digits = Math.abs(checked(amount)).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 1299 as 12.99, the format of prices in the API. Throws when the input is not an amount. */
export function amountToNumber(amount: number): number {
  return checked(amount) / 100;
}

/** Converts a price to another currency and rounds once, half up. A negative amount is the mirror of the positive one. */
export function convertFromCents(
  cents: number | undefined,
  rate: Rate,
  currency: string,
  precision: Precision = 'price',
): number | undefined {
  return scale(cents, rate, RATE_ONE, hasDecimals(currency, precision) ? 1n : 100n);
}

/** The same rounded up: the charge is never worth less than the price. Undefined for a negative price. */
export function convertUpFromCents(cents: number | undefined, rate: Rate, currency: string): number | undefined {
  const units = toBigInt(cents);
  if (units === undefined || units < 0n) return undefined;
  const step = hasDecimals(currency, 'price') ? 1n : 100n;
  const divisor = RATE_ONE * step;
  return toAmount(((units * rate + divisor - 1n) / divisor) * step);
}

export function convertToCents(amount: number | undefined, rate: Rate): number | undefined {
  return scale(amount, RATE_ONE, rate, 1n);
}

/** A sum that was entered in ₸ or ₽, in the other of them, by the ratio of the two in the list (spec §9). */
export function exchangeEntered(
  amount: number,
  enteredIn: ListedCurrency,
  target: ListedCurrency,
  list: readonly Currency[],
): number | undefined {
  if (enteredIn === target) return toAmount(toBigInt(amount));
  const from = rateOf(list, enteredIn);
  const to = rateOf(list, target);
  return from && to && scale(amount, to, from, 1n);
}

/** The sum of the amounts. Undefined when one of them is. */
export function sum(amounts: readonly (number | undefined)[]): number | undefined {
  let total = 0n;
  for (const amount of amounts) {
    const units = toBigInt(amount);
    if (units === undefined) return undefined;
    total += units;
  }
  return toAmount(total);
}

/**
 * Splits an amount by weights. The parts sum to it exactly, and each is its exact share rounded up or down. Equal weights
 * get equal parts. The parts are also equal when all weights are zero.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const valid = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!Number.isSafeInteger(amount) || weights.length === 0 || !weights.every(valid)) {
    throw new RangeError('split needs a whole amount and at least one whole weight of 0 or more');
  }
  const shares = (weights.some((weight) => weight > 0) ? weights : weights.map(() => 1)).map(BigInt);
  const whole = shares.reduce((total, share) => total + share, 0n);
  const magnitude = BigInt(Math.abs(amount));
  const parts = shares.map((share) => (magnitude * share) / whole);
  const remainders = shares.map((share, index) => ({ index, remainder: (magnitude * share) % whole }));
  const left = Number(parts.reduce((rest, part) => rest - part, magnitude));
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const favoured = new Set(remainders.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => {
    const size = Number(part) + (favoured.has(index) ? 1 : 0);
    return amount < 0 && size > 0 ? -size : size;
  });
}

export function rateOf(list: readonly Pick<Currency, 'name' | 'amount'>[], name: string): Rate | undefined {
  return parseRate(list.find((currency) => currency.name === name)?.amount);
}

export function ensureUsd(list: readonly Currency[]): Currency[] {
  if (list.some(({ name }) => name === BASE_CURRENCY)) return [...list];
  const index = Math.max(-1, ...list.map((currency) => currency.index)) + 1;
  return [...list, { name: BASE_CURRENCY, amount: 1, symbol: CURRENCY_SYMBOLS[BASE_CURRENCY], index }];
}

/** The stored choice while it is listed; otherwise KZT; otherwise the first listed (spec §4). */
export function pickDefaultCurrency(
  list: readonly Currency[],
  stored: string | null | undefined,
): Currency | undefined {
  const named = (wanted: string | null | undefined) => list.find(({ name }) => name === wanted);
  return named(stored) ?? named(DEFAULT_CURRENCY) ?? list[0];
}

/** Whether prices of the currency have two decimals. */
export function hasDecimals(currency: string, precision: Precision): boolean {
  return precision === 'top-up' || TWO_DECIMAL_CURRENCIES.includes(currency);
}

function checked(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount: ${amount}`);
  return amount;
}

/** amount × numerator ÷ denominator, rounded once to a multiple of `step`. */
function scale(amount: number | undefined, numerator: bigint, denominator: bigint, step: bigint): number | undefined {
  const units = toBigInt(amount);
  return units === undefined ? undefined : toAmount(divide(units * numerator, denominator * step) * step);
}

/** Rounds half away from zero, so that a refund is the mirror of its payment. The divisor is positive. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = (magnitude * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}

function readDecimal(value: unknown): [whole: string, fraction: string] | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const parts = typeof text === 'string' && text.length <= 40 ? /^(-?\d+)(?:\.(\d+))?$/.exec(text) : null;
  return parts?.[1] === undefined ? undefined : [parts[1], parts[2] ?? ''];
}

function toRate(units: bigint): Rate | undefined {
  return units >= MIN_RATE && units <= MAX_RATE ? (units as Rate) : undefined;
}

function toBigInt(amount: number | undefined): bigint | undefined {
  return Number.isSafeInteger(amount) ? BigInt(amount as number) : undefined;
}

function toAmount(units: bigint | undefined): number | undefined {
  const amount = Number(units);
  return Number.isSafeInteger(amount) ? amount : undefined;
}
