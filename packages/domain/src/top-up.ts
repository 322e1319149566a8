/**
 * The limits and the price of a top-up (spec §2, §9). The price is the supplier's cost in US cents plus our fee, charged in
 * the currency of the payment (`convertUpFromCents`). Every step rounds up, so that the store never receives less than it
 * pays.
 */
import { DEFAULT_TOP_UP_AMOUNT } from './constants.ts';
import type { ErrorCode } from './errors.ts';
import { validateSteamAmount } from './validation.ts';

/** The currencies of a Steam wallet. */
export const TOP_UP_CURRENCIES = ['KZT', 'RUB'] as const;
export type TopUpCurrency = (typeof TOP_UP_CURRENCIES)[number];

/** The payment providers of top-ups (spec §9) and the currency that a payment through each of them credits. */
export const CREDITED_CURRENCY = { epoint: 'KZT', platron: 'RUB' } as const satisfies Record<string, TopUpCurrency>;
export type TopUpProvider = keyof typeof CREDITED_CURRENCY;
export const TOP_UP_PROVIDERS = Object.keys(CREDITED_CURRENCY) as TopUpProvider[];

/** How long the price of a quote is valid. */
export const QUOTE_SECONDS = 10 * 60;

/** What happens while a paid top-up waits, and after how long. */
export const TOP_UP_WAIT_SECONDS = {
  /** Since the payment: its customer reads that it takes longer. */
  delayed: 5 * 60,
  /** Since the payment: a supplier that names no price is shown to operators. */
  unpriced: 5 * 60,
  /** Since the payment: a supplier that refuses everything counts as failed, and the money goes back. */
  refused: 10 * 60,
  /** Since the payment: a top-up with an unknown result is a fault of the check. */
  fault: 15 * 60,
  /** Since the first try without an answer: it is shown to operators. */
  unanswered: 5 * 60,
  /**
   * Since the first try without an answer: an operator may settle it. Before, a worker asks the supplier. After it, orders that
   * the supplier may have forgotten are not sent.
   */
  settle: 30 * 60,
} as const;

interface TopUpLimits {
  currency: TopUpCurrency;
  min: number;
  max: number;
  presets: readonly number[];
  default: number;
}

/** In whole units of the currency. */
export const TOP_UP_LIMITS: Readonly<Record<TopUpCurrency, TopUpLimits>> = {
  KZT: {
    currency: 'KZT',
    min: 500,
    max: 250_000,
    presets: [1000, 2500, 5000, 10_000, 25_000],
    default: DEFAULT_TOP_UP_AMOUNT,
  },
  RUB: {
    currency: 'RUB',
    min: 100,
    max: 50_000,
    presets: [250, 500, 1000, 2500, 5000],
    default: DEFAULT_TOP_UP_AMOUNT,
  },
};

/** As `validateSteamAmount`, with the limits of the currency. */
export function validateCredit(amount: string | number, currency: TopUpCurrency): ErrorCode | undefined {
  const { min, max } = TOP_UP_LIMITS[currency];
  const fits = Number(amount) >= min && Number(amount) <= max;
  return fits ? validateSteamAmount(amount) : 'steam-amount-invalid';
}

/** The cost plus the fee in US cents. Undefined when the input has no price. */
export function addFee(costCents: number, feePercent: number): number | undefined {
  if (!Number.isSafeInteger(costCents) || costCents <= 0) return undefined;
  if (!Number.isSafeInteger(feePercent) || feePercent < 0) return undefined;
  const price = (BigInt(costCents) * BigInt(100 + feePercent) + 99n) / 100n;
  return price <= Number.MAX_SAFE_INTEGER ? Number(price) : undefined;
}

/**
 * What a customer pays above the credited amount, in two parts: our fee, a percentage of the credited amount in whole
 * units, and the exchange, which is the rest. All in hundredths.
 */
export function splitSurcharge(total: number, credited: number, feePercent: number): { fee: number; exchange: number } {
  const surcharge = Math.max(0, total - credited);
  const wholeUnits = (BigInt(credited) * BigInt(feePercent) + 9_999n) / 10_000n;
  const fee = Math.min(surcharge, Number(wholeUnits) * 100);
  return { fee, exchange: surcharge - fee };
}
