/** The price and the old price of an offer, and the total of a basket. All in US cents. */
import { LARGE_PRICE_CHANGE_PERCENT, LEAST_PAYMENT, OLD_PRICE_ADDITION } from './constants.ts';
import { sum } from './money.ts';

/** `catalogue`: only a former price that the catalogue holds is shown. `spec`: it is made from the present one (spec §9). */
export const OLD_PRICE_POLICIES = ['catalogue', 'spec'] as const;
export type OldPricePolicy = (typeof OLD_PRICE_POLICIES)[number];

interface OfferPrices {
  price: number | null | undefined;
  priceWithDiscount?: number | null | undefined;
  /** An addition to the old price of the spec, from the data of the game. */
  oldPriceExtra?: number | null | undefined;
}

export interface Pricing {
  /** What is paid; without it the offer shows "Price not available" and cannot be bought. */
  price: number | undefined;
  oldPrice?: number;
  discountPercent?: number;
}

export type PromoDiscount = { kind: 'percent'; percent: number } | { kind: 'amount'; cents: number };

/** What is paid for an offer: its discounted price, otherwise its full one. */
export function presentPrice(offer: Pick<OfferPrices, 'price' | 'priceWithDiscount'>): number | undefined {
  return positive(offer.priceWithDiscount) ?? positive(offer.price);
}

/** The prices of an offer on every surface: cards, lists, pages, top-ups. */
export function offerPricing(offer: OfferPrices, policy: OldPricePolicy): Pricing {
  const price = presentPrice(offer);
  if (price === undefined) return { price };
  const oldPrice =
    policy === 'spec' ? sum([price, OLD_PRICE_ADDITION, positive(offer.oldPriceExtra) ?? 0]) : positive(offer.price);
  if (oldPrice === undefined || oldPrice <= price) return { price };
  const discountPercent = roundedPercent(oldPrice - price, oldPrice);
  // A discount below one percent keeps its old price and gets no "−0 %" badge.
  return discountPercent === 0 ? { price, oldPrice } : { price, oldPrice, discountPercent };
}

/** Whether a price change is so large that an operator should confirm it. Exactly the limit is not. */
export function isLargePriceChange(oldCents: number, newCents: number): boolean {
  const change = BigInt(Math.abs(newCents - oldCents)) * 100n;
  return change > BigInt(oldCents) * BigInt(LARGE_PRICE_CHANGE_PERCENT);
}

/** Undefined when one of the items has no price. */
export function basketTotal(items: readonly { price: number | undefined; count: number }[]): number | undefined {
  return sum(items.map(({ price, count }) => (count <= 0 ? 0 : lineTotal(price, count))));
}

/** The discount of a promo code on the part of a basket in its scope. At least LEAST_PAYMENT of the whole is left to pay. */
export function promoDiscount(total: number, promo: PromoDiscount, inScope = total): number {
  const whole = positive(total) ?? 0;
  const part = Math.min(positive(inScope) ?? 0, whole);
  const wanted = promo.kind === 'percent' ? percentOf(part, promo.percent) : Math.min(positive(promo.cents) ?? 0, part);
  return Math.min(wanted, Math.max(0, whole - LEAST_PAYMENT));
}

/** A promo code in a basket. Below the minimum, or without an item in its scope, it takes nothing off. */
export interface PromoTerms {
  percent: number | null;
  amountCents: number | null;
  minimumCents: number;
}

interface PromoItem {
  price: number | undefined;
  count: number;
  isInPromo?: boolean;
}

/** The most that a promo code takes off an item. Each piece keeps a cent, because one that is not delivered is refunded. */
export function mostDiscount({ price, count, isInPromo = true }: PromoItem): number {
  return isInPromo && count > 0 ? Math.max(0, (lineTotal(price, count) ?? 0) - count) : 0;
}

/** What the items of a basket cost together, and what its promo code takes off. */
export function basketSums(
  items: readonly PromoItem[],
  promo: PromoTerms | undefined,
): { amount: number; discount: number } {
  const amount = basketTotal(items) ?? 0;
  if (!promo || amount < promo.minimumCents) return { amount, discount: 0 };
  const { percent, amountCents } = promo;
  const terms: PromoDiscount =
    percent === null ? { kind: 'amount', cents: amountCents ?? 0 } : { kind: 'percent', percent };
  const inScope = basketTotal(items.filter(({ isInPromo = true }) => isInPromo)) ?? 0;
  const most = sum(items.map(mostDiscount)) ?? 0;
  return { amount, discount: Math.min(promoDiscount(amount, terms, inScope), most) };
}

function lineTotal(price: number | undefined, count: number): number | undefined {
  const total = positive(price) !== undefined && positive(count) !== undefined ? Number(price) * count : undefined;
  return Number.isSafeInteger(total) ? total : undefined;
}

function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(positive(percent) ?? 0) + 50n) / 100n);
}

function roundedPercent(part: number, whole: number): number {
  return Number((BigInt(part) * 200n + BigInt(whole)) / (BigInt(whole) * 2n));
}

function positive(value: number | null | undefined): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
