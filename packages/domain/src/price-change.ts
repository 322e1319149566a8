/** Changes of prices that an operator makes for one offer or for many. Prices are US cents. */
import { BASE_CURRENCY } from './constants.ts';
import { type FeeTerms, feeOf, floorPrice, marginOf, NO_FEE } from './margin.ts';
import { type Currency, convertToCents, rateOf } from './money.ts';
import type { ProviderFee } from './shop-settings.ts';

/** The full price, and what is paid. Without a discount both are the same. */
export interface Prices {
  price: number;
  discountPrice: number;
}

export const PRICE_ROUNDINGS = ['none', 'tenths', 'whole', 'ninety-nine'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

export const PRICE_OPERATIONS = ['percent', 'add', 'set', 'margin', 'no-discount'] as const;
export type PriceOperation = (typeof PRICE_OPERATIONS)[number];

export interface PriceRule {
  /** The full price, or what is paid. */
  target: 'price' | 'discount';
  operation: PriceOperation;
  /** Hundredths of a percent for `percent` and `margin`, US cents for `add` and `set`. */
  value: number;
  rounding: PriceRounding;
  /** Never below what pays cost and fee. Offers without a known cost have no floor. */
  hasFloor: boolean;
}

/** The contracts with providers in US cents. Undefined while one of them cannot be converted. */
export type KnownFees = readonly FeeTerms[] | undefined;

/** Of an offer, wherever a price is written: in files, drafts and changes of prices. */
export const MAX_PRICE_CENTS = 1_000_000_00;
const WHOLE = 10_000;

/** A new full price. An offer without a discount stays without one. */
export function withPrice(before: Prices, price: number): Prices {
  const hasDiscount = before.discountPrice < before.price;
  return { price, discountPrice: hasDiscount ? Math.min(before.discountPrice, price) : price };
}

/** A new price to pay. It raises the full price when it exceeds it. */
export const withDiscountPrice = (before: Prices, discountPrice: number): Prices => ({
  price: Math.max(before.price, discountPrice),
  discountPrice,
});

/** The prices of an offer after one or both were typed. The other one stays as far as the typed one allows. */
export function withTyped(
  before: Prices,
  { price, discountPrice }: { [Name in keyof Prices]?: number | undefined },
): Prices {
  if (price === undefined) return discountPrice === undefined ? before : withDiscountPrice(before, discountPrice);
  return discountPrice === undefined ? withPrice(before, price) : { price, discountPrice };
}

/**
 * The prices that a rule gives an offer. Undefined when the rule does not fit it: no known cost, no positive price, or a floor
 * while a fee is not known.
 */
export function changePrices(
  before: Prices,
  rule: PriceRule,
  { cost, fees }: { cost: number | undefined; fees: KnownFees },
): Prices | undefined {
  if (rule.operation === 'no-discount') return { price: before.price, discountPrice: before.price };
  const wanted = wantedPrice(rule.target === 'price' ? before.price : before.discountPrice, rule, cost, fees);
  if (wanted === undefined || wanted <= 0) return undefined;
  const floor = rule.hasFloor && cost !== undefined ? fees && floorOf(cost, fees) : 0;
  if (floor === undefined) return undefined;
  // A rounded price that is zero or below the floor moves to the next one above it.
  const lowest = roundPrice(Math.max(floor, 1), rule.rounding, Math.ceil);
  const cents = Math.max(roundPrice(wanted, rule.rounding, Math.round), lowest);
  if (!isPrice(cents)) return undefined;
  return rule.target === 'price' ? withPrice(before, cents) : withDiscountPrice(before, cents);
}

/** Whether an offer may have these prices. */
export const arePrices = (prices: { priceCents: number; discountPriceCents: number }): boolean =>
  isPrice(prices.priceCents) && isPrice(prices.discountPriceCents) && prices.discountPriceCents <= prices.priceCents;

export const isPrice = (cents: number): boolean => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_PRICE_CENTS;

function wantedPrice(
  base: number,
  { operation, value }: PriceRule,
  cost: number | undefined,
  fees: KnownFees,
): number | undefined {
  if (operation === 'percent') return Math.round((base * (WHOLE + value)) / WHOLE);
  if (operation === 'add') return base + value;
  if (operation === 'set') return value;
  return cost === undefined || !fees ? undefined : priceForMargin(cost, value, fees);
}

/** The lowest price that leaves this share of it after cost and fee, for every contract. Infinite when there is none. */
function priceForMargin(cost: number, basisPoints: number, fees: readonly FeeTerms[]): number {
  const prices = [NO_FEE, ...fees].map((fee) => {
    const left = WHOLE - fee.basisPoints - basisPoints;
    return left > 0 ? Math.ceil(((cost + fee.fixed) * WHOLE) / left) : Number.POSITIVE_INFINITY;
  });
  return Math.max(...prices);
}

/** The lowest price that pays cost and fee, whichever provider the customer chooses. */
export const floorOf = (cost: number, fees: readonly FeeTerms[]): number =>
  Math.max(cost, ...fees.map((fee) => floorPrice(cost, fee) ?? 0));

/** What is left of a price in the worst case. Undefined without a known cost or with an unknown fee. */
export function worstMargin(price: number, cost: number | undefined, fees: KnownFees) {
  if (cost === undefined || !fees) return undefined;
  const fee = Math.max(0, ...fees.map((terms) => feeOf(price, terms) ?? 0));
  return marginOf({ price, cost, fee });
}

type Rates = readonly Pick<Currency, 'name' | 'amount'>[];

export function feesInCents(fees: readonly ProviderFee[], rates: Rates): KnownFees {
  const known = fees.flatMap((fee) => {
    const fixed = fixedInCents(fee, rates);
    return fixed === undefined ? [] : [{ basisPoints: fee.basisPoints, fixed }];
  });
  return known.length === fees.length ? known : undefined;
}

/** Contracts with a fixed fee in a currency without a rate. While there is one, no floor and no margin is known. */
export const listUnratedFees = (fees: readonly ProviderFee[], rates: Rates): ProviderFee[] =>
  fees.filter((fee) => fixedInCents(fee, rates) === undefined);

function fixedInCents({ fixed, currency }: ProviderFee, rates: Rates): number | undefined {
  if (fixed === 0 || currency === BASE_CURRENCY) return fixed;
  const rate = rateOf(rates, currency);
  return rate && convertToCents(fixed, rate);
}

const STEPS: Record<PriceRounding, { step: number; offset: number }> = {
  none: { step: 1, offset: 0 },
  tenths: { step: 10, offset: 0 },
  whole: { step: 100, offset: 0 },
  'ninety-nine': { step: 100, offset: 99 },
};

function roundPrice(cents: number, rounding: PriceRounding, round: (steps: number) => number): number {
  const { step, offset } = STEPS[rounding];
  return round((cents - offset) / step) * step + offset;
}
