import type { ListedRate } from '@oyna/api-client/models';
import { SESSION_STORAGE_KEYS } from '@oyna/domain/constants';
import { type Currency, ensureUsd, pickDefaultCurrency } from '@oyna/domain/money';
import { PREFERENCE_COOKIES } from '@oyna/domain/preferences';
import { readStored, store } from '../browser-storage.ts';
import { readCookie, writeCookie } from '../cookies.ts';

/** An entry as the pages carry it: spec §3, and when its rate was fetched. */
export interface RatedCurrency extends Currency {
  updatedAt?: string | null;
  stale?: boolean;
}

/** In the order of the server. Dollars are always included, so that a price can always be shown. */
export function toCurrencyList(rates: readonly ListedRate[]): RatedCurrency[] {
  const list = rates.map(({ name, amount, symbol, index, updatedAt, stale }) => ({
    name,
    amount,
    symbol,
    index,
    updatedAt,
    stale,
  }));
  return ensureUsd(list).toSorted((a, b) => a.index - b.index);
}

/**
 * The currency after hydration. The server has rendered the page with the one of the cookie. A choice that is only in
 * session storage also counts: the visitor has cleared the cookie later.
 */
export function chooseCurrency(
  list: readonly RatedCurrency[],
  { cookie, session }: { cookie: string | undefined; session: string | undefined },
): RatedCurrency | undefined {
  const named = (name: string | undefined) => list.find((currency) => currency.name === name);
  return named(cookie) ?? pickDefaultCurrency(list, session);
}

export function readChoices(): { cookie: string | undefined; session: string | undefined } {
  return {
    cookie: readCookie(document.cookie, PREFERENCE_COOKIES.currency),
    session: readStored('sessionStorage', SESSION_STORAGE_KEYS.activeCurrency),
  };
}

/** Session storage as spec §3 says, and the cookie so that the server renders the same prices. */
export function rememberCurrency(name: string): void {
  store('sessionStorage', SESSION_STORAGE_KEYS.activeCurrency, name);
  writeCookie(PREFERENCE_COOKIES.currency, name);
}

export function rememberCurrencyList(list: readonly RatedCurrency[]): void {
  store('sessionStorage', SESSION_STORAGE_KEYS.currencies, JSON.stringify(list));
}
