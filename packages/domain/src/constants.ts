/**
 * The numbers, names and lists of the spec, each written once (mostly spec §9). Money is in US cents, time in
 * milliseconds. Status numbers live in states.ts, field lengths that only a rule needs in validation.ts.
 */

// Languages. `kz` is the shop's key; `kk` is what browsers, <html lang>, hreflang and Intl call Kazakh.
export const LANGUAGES = ['ru', 'en', 'kz'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = 'ru';
export const LANGUAGE_TAGS = { ru: 'ru', en: 'en', kz: 'kk' } as const satisfies Record<Language, string>;
export const LANGUAGE_QUERY_PARAMETER = 'lng';
export const LOCALE_LOADER = { retries: 5, initialDelayMs: 350, delayFactor: 2, parallelReads: 10 } as const;

// Currencies. AZN is the currency of Epoint. The store does not offer it to customers.
export const LISTED_CURRENCIES = ['KZT', 'RUB', 'USD'] as const;
export const HELD_CURRENCIES = [...LISTED_CURRENCIES, 'AZN'] as const;
export type ListedCurrency = (typeof LISTED_CURRENCIES)[number];
export type CurrencyCode = (typeof HELD_CURRENCIES)[number];
export const BASE_CURRENCY = 'USD' satisfies ListedCurrency;
export const DEFAULT_CURRENCY = 'KZT' satisfies ListedCurrency;
export const CURRENCY_SYMBOLS = { KZT: '₸', RUB: '₽', USD: '$' } as const satisfies Record<ListedCurrency, string>;
export const CURRENCY_REFRESH_MS = 1_200_000;

// Catalogue
export const PRODUCT_TYPES = ['Key', 'Services', 'Subscription', 'Currency', 'TopUp'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];
export const RECOMMENDATION_GROUPS = { slider: 'Slider', popular: 'popular', discounts: 'discounts' } as const;
export const FIRST_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
/** A search returns at most twelve pages. */
export const MAX_FOUND_GAMES = 240;
/** A list with filters shows this many games at most, and no count beside a filter is higher ("1 000+"). */
export const MAX_FILTERED_GAMES = 1000;
export const MAX_FILTER_VALUES = 20;
/** The games that a browser remembers as seen. */
export const MAX_VIEWED_GAMES = 12;
/** Which page of the games the "new games" lists show (spec §2). */
export const NEW_GAMES_PAGE = { product: 6, cart: 1 } as const;
/** A sitemap file may have 50,000 addresses. A thousand with their alternates are half a megabyte. */
export const GAMES_PER_SITEMAP = 1000;
export const SERVICE_NAMES = [
  'EA Gift Card',
  'Nintendo eShop US',
  'Nintendo eShop BR',
  'Nintendo eShop PLN',
  'PSN US',
  'Xbox Live',
  'Razer Gold Global',
  'Battlenet',
  'NCSOFT',
  'Tango',
  'Nexon',
  'Google Play',
  'iTunes',
  'Netflix',
  'Riot Points EU',
  'Riot Access',
  'Steam Wallet',
] as const;

// Prices
export const OLD_PRICE_ADDITION = 88;

// Top-ups
export const STEAM_SERVICE_ID = 278;
export const PUBG_GAME_ID = 31;
export const TOP_UP_CURRENCY = 'RUB' satisfies ListedCurrency;
export const DEFAULT_TOP_UP_AMOUNT = 1000;

// Payment
/** A name of the registry in `packages/providers/src/payment-providers.ts`. */
export type PaymentProviderName = string;
export const CARD_ORIGINS = ['Kz', 'Ru'] as const;
export type CardOrigin = (typeof CARD_ORIGINS)[number];
/** Marks of payment systems, in the order in which they are shown. */
export const CARD_BRANDS = ['visa', 'mastercard', 'mir'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];
export const ORIGIN_CURRENCY = { Kz: 'KZT', Ru: 'RUB' } as const satisfies Record<CardOrigin, ListedCurrency>;
/** The smallest payment that every provider accepts. A promo code never lowers the total below it. */
export const LEAST_PAYMENT = 50;
/** A catalogue import asks before it changes a price by more than this. */
export const LARGE_PRICE_CHANGE_PERCENT = 30;
/** How long the price, rate and promo code of a payment are honoured after it was given up. */
export const LATE_PAYMENT_SECONDS = 3600;
/**
 * A provider is asked about a payment after this time, while it waits and when it was given up. With the pause between polls,
 * money is noticed within a minute.
 */
export const PAYMENT_CHECK_SECONDS = 40;

// Limits of a request
export const PASSWORD_MIN_LENGTH = 6;
export const REQUEST_ID_LENGTH = 21;
export const MAX_ITEM_COUNT = 999;
export const MAX_BASKET_PRODUCTS = 100;
export const AVATAR_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'] as const;
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** Of a picture that an operator uploads. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

// Animation
export const POPUP_MS = 3000;
export const CAROUSEL_INTERVAL_MS = 3000;
export const SWIPE_THRESHOLD_PX = 50;
export const GALLERY_INTERVAL_MS = 5000;
export const UNDO_MS = 5000;

// Keys of the browser storage (spec §3)
export const LOCAL_STORAGE_KEYS = {
  token: 'token',
  basketId: 'basketId',
  cartItems: 'cartItems',
  basketItems: 'basketItems',
  selectedLanguage: 'selectedLanguage',
  activeLanguageIndex: 'activeLanguageIndex',
} as const;
export const SESSION_STORAGE_KEYS = { currencies: 'currencies', activeCurrency: 'activeCurrency' } as const;

// Support
export const SUPPORT_TOPICS = ['order', 'payment', 'top-up', 'account', 'partnership', 'other'] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];
export const MAX_SUPPORT_MESSAGE_LENGTH = 4000;
/** An answer or a note of an operator, and the text of a template. */
export const MAX_SUPPORT_ANSWER_LENGTH = 4000;

// Claims about keys
/** The store promises an answer within this time. An open claim that is older is an alert. */
export const CLAIM_ANSWER_HOURS = 48;
export const MAX_CLAIM_COMMENT_LENGTH = 1000;
export const MAX_CLAIM_ANSWER_LENGTH = 1000;
/** What a giver writes to the recipient of a gift. */
export const MAX_GIFT_MESSAGE_LENGTH = 300;

// Stock
/** A product with no more keys than this is low, unless it has a threshold. */
export const LOW_STOCK_THRESHOLD = 5;

// Whether a text from outside is one of the names of a list or of a table.
export const isOneOf = <Name extends string>(list: readonly Name[], text: string | undefined): text is Name =>
  list.some((name) => name === text);
export const hasKey = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table =>
  Object.hasOwn(table, key);
