/**
 * The settings that operators change while the store runs, by name: how each is read, and what holds before the first
 * change. A setting that is missing here does not exist.
 */
import { type CurrencyCode, HELD_CURRENCIES, LOW_STOCK_THRESHOLD } from './constants.ts';
import { type FeeTerms, MAX_FEE_BASIS_POINTS, NO_FEE } from './margin.ts';
import { INITIAL_REVIEW_RULES, parseReviewRules, type ReviewRules } from './review.ts';

/** What a provider keeps of a payment in one currency, by contract. `fixed` is in hundredths of that currency. */
export interface ProviderFee extends FeeTerms {
  provider: string;
  currency: CurrencyCode;
  /** Whether the provider returns its fee with a refund. Most keep it. */
  isReturned: boolean;
}

/** Finance marks what earns less than this share of its price. */
export interface MarginWarning {
  basisPoints: number;
}

/** A product with no more keys than this is low, unless it has its own threshold. */
export interface StockThresholds {
  keys: number;
}

export interface ShopSettings {
  'provider-fees': readonly ProviderFee[];
  'margin-warning': MarginWarning;
  'stock-thresholds': StockThresholds;
  'review-rules': ReviewRules;
}

export type ShopSettingName = keyof ShopSettings;

interface Definition<Value> {
  initial: Value;
  /** Undefined for a value that the setting cannot have. */
  parse(value: unknown): Value | undefined;
}

export const MAX_FIXED_FEE = 10_000_00;

export const SHOP_SETTINGS: { readonly [Name in ShopSettingName]: Definition<ShopSettings[Name]> } = {
  'provider-fees': { initial: [], parse: parseProviderFees },
  'margin-warning': { initial: { basisPoints: 0 }, parse: parseMarginWarning },
  'stock-thresholds': { initial: { keys: LOW_STOCK_THRESHOLD }, parse: parseStockThresholds },
  'review-rules': { initial: INITIAL_REVIEW_RULES, parse: parseReviewRules },
};

export const SHOP_SETTING_NAMES = Object.keys(SHOP_SETTINGS) as ShopSettingName[];

/** The contract with a provider. Without one its payments cost nothing. */
export function feeTermsOf(
  fees: readonly ProviderFee[],
  { provider, currency }: { provider: string; currency: string },
): FeeTerms & { isReturned: boolean } {
  const found = fees.find((fee) => fee.provider === provider && fee.currency === currency);
  return found ?? { ...NO_FEE, isReturned: false };
}

function parseProviderFees(value: unknown): ProviderFee[] | undefined {
  if (!Array.isArray(value) || value.length > 100) return undefined;
  const fees = value.map(parseProviderFee);
  if (!fees.every((fee) => fee !== undefined)) return undefined;
  const contracts = new Set(fees.map(({ provider, currency }) => `${provider} ${currency}`));
  return contracts.size === fees.length ? fees : undefined;
}

function parseProviderFee(value: unknown): ProviderFee | undefined {
  const { provider, currency, basisPoints, fixed, isReturned } = fieldsOf(value);
  const held = HELD_CURRENCIES.find((name) => name === currency);
  if (typeof provider !== 'string' || !/^[a-z0-9-]{1,40}$/.test(provider) || !held) return undefined;
  if (!isWithin(basisPoints, 0, MAX_FEE_BASIS_POINTS) || !isWithin(fixed, 0, MAX_FIXED_FEE)) return undefined;
  if (typeof isReturned !== 'boolean') return undefined;
  return { provider, currency: held, basisPoints, fixed, isReturned };
}

function parseMarginWarning(value: unknown): MarginWarning | undefined {
  const { basisPoints } = fieldsOf(value);
  return isWithin(basisPoints, 0, 10_000) ? { basisPoints } : undefined;
}

function parseStockThresholds(value: unknown): StockThresholds | undefined {
  const { keys } = fieldsOf(value);
  return isWithin(keys, 0, 1_000_000) ? { keys } : undefined;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
