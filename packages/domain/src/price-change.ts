/** Changes of prices that an operator makes for one offer or for many. Prices are US cents. */
import { type FeeTerms, feeOf, floorPrice, marginOf } from './margin.ts';
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

/** The prices that a rule gives an offer. Undefined when the rule does not fit it: no known cost, no positive price. */
export function changePrices(
  before: Prices,
  rule: PriceRule,
  { cost, fees }: { cost: number | undefined; fees: readonly FeeTerms[] },
): Prices | undefined {
  if (rule.operation === 'no-discount') return { price: before.price, discountPrice: before.price };
  const wanted = wantedPrice(rule.target === 'price' ? before.price : before.discountPrice, rule, cost, fees);
  if (wanted === undefined || wanted <= 0) return undefined;
  const floor = rule.hasFloor && cost !== undefined ? floorOf(cost, fees) : 0;
  const rounded = roundPrice(wanted, rule.rounding);
  // A rounded price below the floor moves to the next one above it.
  const cents = rounded >= floor ? rounded : roundUpPrice(floor, rule.rounding);
  if (!isPrice(cents)) return undefined;
  return rule.target === 'price' ? withPrice(before, cents) : withDiscountPrice(before, cents);
}

export const isPrice = (cents: number): boolean => Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_PRICE_CENTS;

function wantedPrice(
  base: number,
  { operation, value }: PriceRule,
  cost: number | undefined,
  fees: readonly FeeTerms[],
): number | undefined {
  if (operation === 'percent') return Math.round((base * (WHOLE + value)) / WHOLE);
  if (operation === 'add') return base + value;
  if (operation === 'set') return value;
  return cost === undefined ? undefined : priceForMargin(cost, value, fees);
}

/** The lowest price that leaves this share of it after cost and fee, for every contract. */
function priceForMargin(cost: number, basisPoints: number, fees: readonly FeeTerms[]): number | undefined {
  const contracts = fees.length > 0 ? fees : [{ basisPoints: 0, fixed: 0 }];
  const prices = contracts.map((fee) => {
    const left = WHOLE - fee.basisPoints - basisPoints;
    return left <= 0 ? Number.NaN : Math.ceil(((cost + fee.fixed) * WHOLE) / left);
  });
  const price = Math.max(...prices);
  return Number.isNaN(price) ? undefined : price;
}

/** The lowest price that pays cost and fee, whichever provider the customer chooses. */
export const floorOf = (cost: number, fees: readonly FeeTerms[]): number =>
  Math.max(cost, ...fees.map((fee) => floorPrice(cost, fee) ?? 0));

/** What is left of a price in the worst case. Undefined without a known cost. */
export function worstMargin(price: number, cost: number | undefined, fees: readonly FeeTerms[]) {
  if (cost === undefined) return undefined;
  const fee = Math.max(0, ...fees.map((terms) => feeOf(price, terms) ?? 0));
  return marginOf({ price, cost, fee });
}

/** The contracts with providers in US cents. A contract in a currency without a rate has only its percentage. */
export const feesInCents = (fees: readonly ProviderFee[], rates: readonly Currency[]): FeeTerms[] =>
  fees.map(({ basisPoints, fixed, currency }) => {
    const rate = currency === 'USD' ? undefined : rateOf(rates, currency);
    return { basisPoints, fixed: currency === 'USD' ? fixed : ((rate && convertToCents(fixed, rate)) ?? 0) };
  });

const STEPS: Record<PriceRounding, { step: number; offset: number }> = {
  none: { step: 1, offset: 0 },
  tenths: { step: 10, offset: 0 },
  whole: { step: 100, offset: 0 },
  'ninety-nine': { step: 100, offset: 99 },
};

function roundPrice(cents: number, rounding: PriceRounding): number {
  const { step, offset } = STEPS[rounding];
  return Math.max(Math.round((cents - offset) / step) * step + offset, offset || step);
}

function roundUpPrice(cents: number, rounding: PriceRounding): number {
  const { step, offset } = STEPS[rounding];
  return Math.max(Math.ceil((cents - offset) / step) * step + offset, offset || step);
}
