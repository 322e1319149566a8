/**
 * What is left of a price after its cost and the fee of the payment provider. Amounts are integers of hundredths, all of one
 * currency. Functions return `undefined` for input that is not a safe integer, as in money.ts.
 */

/** What a provider keeps of a payment: hundredths of a percent, and a fixed amount. */
export interface FeeTerms {
  basisPoints: number;
  fixed: number;
}

export const NO_FEE: FeeTerms = { basisPoints: 0, fixed: 0 };

/** A fee takes at most half of a payment, so that every cost has a floor. */
export const MAX_FEE_BASIS_POINTS = 5_000;

const WHOLE = 10_000n;

/** The fee of a payment, rounded once, half up. It never exceeds the payment. */
export function feeOf(amount: number, terms: FeeTerms): number | undefined {
  if (!isAmount(amount) || !areTerms(terms)) return undefined;
  const share = roundedShare(BigInt(amount), BigInt(terms.basisPoints)) + BigInt(terms.fixed);
  return Number(share < BigInt(amount) ? share : BigInt(amount));
}

export interface Margin {
  amount: number;
  /** Of the price, in hundredths of a percent, rounded down. Undefined when nothing is paid. */
  basisPoints: number | undefined;
}

export function marginOf({ price, cost, fee }: { price: number; cost: number; fee: number }): Margin | undefined {
  if (!isAmount(price) || !isAmount(cost) || !isAmount(fee)) return undefined;
  const amount = price - cost - fee;
  if (!Number.isSafeInteger(amount)) return undefined;
  return { amount, basisPoints: price === 0 ? undefined : Number(floorDivide(BigInt(amount) * WHOLE, BigInt(price))) };
}

/** The lowest price that pays its cost and its fee: at this price the margin is not negative, one hundredth below it is. */
export function floorPrice(cost: number, terms: FeeTerms): number | undefined {
  if (!isAmount(cost) || !areTerms(terms)) return undefined;
  const due = BigInt(cost) + BigInt(terms.fixed);
  const points = BigInt(terms.basisPoints);
  const isEnough = (price: bigint) => price - roundedShare(price, points) >= due;
  // Never above the answer: a hundredth less leaves at least half a hundredth less (MAX_FEE_BASIS_POINTS), and the rounding of the
  // fee returns less than that.
  let price = (due * WHOLE) / (WHOLE - points);
  while (!isEnough(price)) price += 1n;
  // A fee never exceeds its payment, so what costs nothing has no floor.
  const floor = cost === 0 ? 0 : Number(price);
  return Number.isSafeInteger(floor) ? floor : undefined;
}

/** amount × basisPoints ÷ 10,000, rounded half up. */
const roundedShare = (amount: bigint, basisPoints: bigint): bigint =>
  (amount * basisPoints * 2n + WHOLE) / (WHOLE * 2n);

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const areTerms = ({ basisPoints, fixed }: FeeTerms): boolean =>
  isAmount(basisPoints) && basisPoints <= MAX_FEE_BASIS_POINTS && isAmount(fixed);
