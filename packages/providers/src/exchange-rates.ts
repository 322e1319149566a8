/**
 * Exchange rates from any source: all of them or none. A source that cannot give every rate,
 * or gives one that cannot be true, throws ExchangeRateError, and the shop keeps the last good rates.
 */
import { parseRate, type Rate } from '@oyna/domain/money';

export const RATE_CURRENCIES = ['KZT', 'RUB', 'AZN'] as const;
export type RateCurrency = (typeof RATE_CURRENCIES)[number];
const RATE_DECIMALS = 8;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);
const MAX_JUMP_PERCENT = 20n;

export interface ExchangeRates {
  /** Who published them; kept with every payment that is priced by them. */
  source: string;
  /** yyyy-mm-dd: the day they were published for, by the source's own calendar. */
  date: string;
  /** Units for 1 USD, as decimals with exactly eight places. */
  perUsd: Record<RateCurrency, string>;
}

/** The one way a rate source fails. The message is for operators and the log. */
export class ExchangeRateError extends Error {
  override name = 'ExchangeRateError';
}

/** The quotient as a rate's decimal text, rounded once, half up. Both numbers are positive. */
export function ratioToRateText(numerator: bigint, denominator: bigint): string {
  const units = (numerator * RATE_SCALE * 2n + denominator) / (denominator * 2n);
  const digits = units.toString().padStart(RATE_DECIMALS + 1, '0');
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`;
}

type Rates = Pick<ExchangeRates, 'perUsd'>;

/** Currencies that moved more than 20 % from the last good rates. It is probably a fault of the source. */
export function listJumps(previous: Rates | undefined, next: Rates): RateCurrency[] {
  if (!previous) return [];
  return RATE_CURRENCIES.filter((currency) => {
    const before = readRate(previous.perUsd[currency], currency);
    const after = readRate(next.perUsd[currency], currency);
    const difference = after > before ? after - before : before - after;
    return difference * 100n > before * MAX_JUMP_PERCENT;
  });
}

/** Throws when a rate jumped. Only an operator can accept such rates. */
export function assertNoJump(previous: Rates | undefined, next: Rates): void {
  const [currency] = listJumps(previous, next);
  if (currency === undefined) return;
  throw new ExchangeRateError(
    `${currency} per USD jumped from ${previous?.perUsd[currency]} to ${next.perUsd[currency]}, ` +
      `more than ${MAX_JUMP_PERCENT} %`,
  );
}

function readRate(text: string, currency: string): Rate {
  const rate = parseRate(text);
  if (rate === undefined) throw new ExchangeRateError(`${currency} per USD is not a rate: ${JSON.stringify(text)}`);
  return rate;
}
