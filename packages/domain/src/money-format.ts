/** The texts of amounts. Undefined for input that is not an amount. */
import { BASE_CURRENCY, CURRENCY_SYMBOLS, hasKey, type Language } from './constants.ts';
import { amountToText, type Currency, convertFromCents, hasDecimals, type Precision, parseRate } from './money.ts';

const NO_BREAK_SPACE = '\u00a0';

export function currencySymbol(name: string): string {
  return hasKey(CURRENCY_SYMBOLS, name) ? CURRENCY_SYMBOLS[name] : name;
}

/**
 * "14 990 ₸", "12,99 $", and in English "14,990 ₸" and "$12.99". Not by Intl, because servers and
 * browsers have different Intl data and a price must not change when the page hydrates. It shows hundredths also in
 * currencies with whole prices, because it never rounds.
 */
export function formatMoney(
  amount: number | undefined,
  currency: string,
  language: Language,
  precision: Precision = 'price',
): string | undefined {
  const number = formatNumber(amount, language, hasDecimals(currency, precision));
  return number === undefined || !currency ? undefined : withCurrency(number, currency, language);
}

/** A written number, which may be short as "1,5 млн", with its currency where the language has it. */
export function withCurrency(number: string, currency: string, language: Language): string {
  if (language === 'en' && currency === 'USD') return number.replace(/^-?/, (sign) => `${sign}$`);
  return `${number}${NO_BREAK_SPACE}${currencySymbol(currency)}`;
}

/** The amount column of the top-up history: two decimals and the currency's name (spec §2). */
export function formatTopUpAmount(
  amount: number | undefined,
  currency: string,
  language: Language,
): string | undefined {
  const number = formatNumber(amount, language, true);
  return number === undefined || !currency ? undefined : `${number}${NO_BREAK_SPACE}${currency}`;
}

/** A price in the active currency, or in dollars when there is no rate (spec §4). */
export function formatPrice(
  cents: number | undefined,
  active: Pick<Currency, 'name' | 'amount'> | undefined,
  language: Language,
): string | undefined {
  const rate = active && parseRate(active.amount);
  if (!active || rate === undefined) return formatMoney(cents, BASE_CURRENCY, language);
  return formatMoney(convertFromCents(cents, rate, active.name), active.name, language);
}

function formatNumber(amount: number | undefined, language: Language, decimals: boolean): string | undefined {
  if (!Number.isSafeInteger(amount)) return undefined;
  const [whole = '', fraction = ''] = amountToText(amount as number).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : NO_BREAK_SPACE);
  return decimals || fraction !== '00' ? `${grouped}${language === 'en' ? '.' : ','}${fraction}` : grouped;
}
