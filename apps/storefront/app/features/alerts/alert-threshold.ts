import { type Currency, convertFromCents, hasDecimals, parseAmount, parseRate } from '@oyna/domain/money';

/** The price of an offer in hundredths of the shopper's currency. */
export function priceIn(cents: number, currency: Currency): number | undefined {
  const rate = parseRate(currency.amount);
  return rate && convertFromCents(cents, rate, currency.name);
}

/** A tenth below the price, rounded down to a sum that a person would name. In hundredths. */
export function suggestThreshold(price: number, currency: string): number {
  const wanted = Math.floor((price * 9) / 10);
  const unit = hasDecimals(currency, 'price') ? 1 : 100;
  const steps = [100_000, 50_000, 10_000, 1_000, 100, unit].filter((step) => step >= unit && step * 10 <= wanted);
  const step = steps[0] ?? unit;
  return Math.max(unit, Math.floor(wanted / step) * step);
}

/** "9 000" and "9000,50" as hundredths. Undefined for anything else. */
export function readThreshold(text: string, currency: string): number | undefined {
  const plain = text.replace(/[\s\u00a0]/g, '').replace(',', '.');
  const amount = plain === '' ? undefined : parseAmount(plain);
  if (amount === undefined || amount <= 0) return undefined;
  return !hasDecimals(currency, 'price') && amount % 100 !== 0 ? undefined : amount;
}

/** What the field shows: no currency and no separators. */
export function thresholdText(amount: number, currency: string): string {
  return hasDecimals(currency, 'price') ? (amount / 100).toFixed(2) : String(Math.round(amount / 100));
}
