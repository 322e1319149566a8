import { describe, expect, it } from 'vitest';
import * as constants from './constants.ts';

describe('constants', () => {
  it('allows exactly the 17 services of the spec, each once', () => {
    expect(new Set(constants.SERVICE_NAMES).size).toBe(17);
    expect(constants.SERVICE_NAMES).toHaveLength(17);
  });

  it('holds every listed currency, and AZN without listing it', () => {
    expect(constants.LISTED_CURRENCIES).toEqual(['KZT', 'RUB', 'USD']);
    expect(constants.HELD_CURRENCIES).toEqual(['KZT', 'RUB', 'USD', 'AZN']);
  });

  it('calls Kazakh kz in the shop and kk towards the browser', () => {
    expect(constants.LANGUAGES).toEqual(['ru', 'en', 'kz']);
    expect(constants.LANGUAGE_TAGS.kz).toBe('kk');
    expect(() => new Intl.NumberFormat(Object.values(constants.LANGUAGE_TAGS))).not.toThrow();
  });

  it('has the numbers of spec §9', () => {
    expect(constants).toMatchObject({
      DEFAULT_PAGE_SIZE: 20,
      MAX_PAGE_SIZE: 100,
      POPUP_MS: 3000,
      CAROUSEL_INTERVAL_MS: 3000,
      SWIPE_THRESHOLD_PX: 50,
      GALLERY_INTERVAL_MS: 5000,
      UNDO_MS: 5000,
      PASSWORD_MIN_LENGTH: 6,
      REQUEST_ID_LENGTH: 21,
      CURRENCY_REFRESH_MS: 20 * 60 * 1000,
      STEAM_SERVICE_ID: 278,
      PUBG_GAME_ID: 31,
      TOP_UP_CURRENCY: 'RUB',
      DEFAULT_TOP_UP_AMOUNT: 1000,
      OLD_PRICE_ADDITION: 88,
      FALLBACK_LANGUAGE: 'ru',
      LOCALE_LOADER: { retries: 5, initialDelayMs: 350, delayFactor: 2, parallelReads: 10 },
      CURRENCY_SYMBOLS: { KZT: '₸', RUB: '₽', USD: '$' },
      NEW_GAMES_PAGE: { product: 6, cart: 1 },
    });
  });

  it('tells the names of a list and of a table from other texts', () => {
    expect(constants.isOneOf(constants.LANGUAGES, 'kz')).toBe(true);
    expect(['kk', '', undefined].some((text) => constants.isOneOf(constants.LANGUAGES, text))).toBe(false);
    expect(constants.hasKey(constants.CURRENCY_SYMBOLS, 'KZT')).toBe(true);
    expect(['AZN', 'toString'].some((text) => constants.hasKey(constants.CURRENCY_SYMBOLS, text))).toBe(false);
  });
});
