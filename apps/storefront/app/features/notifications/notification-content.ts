import type { Notification } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { formatMoney } from '@oyna/domain/money-format';
import type { TFunction } from 'i18next';

type NotificationFacts = Pick<Notification, 'kind' | 'data'>;

const SECURITY_EVENTS = ['password-changed', 'email-changed', 'phone-changed', 'new-sign-in'] as const;

const ORDER_TEXTS = { paid: 'paid-text', delivered: 'delivered-text', refunded: 'refunded-text' } as const;
/** A top-up has no keys, and "paid" is one of its stages. */
const TOP_UP_TEXTS = {
  paid: 'top-up-paid-text',
  delivered: 'top-up-delivered-text',
  refunded: 'refunded-text',
} as const;

/** A notification names at most this many products of an order. */
const NAMED_PRODUCTS = 2;

interface Content {
  title: string;
  text: string;
  /** The page to open. */
  to: string | undefined;
}

/** The text of a notification. A kind that this build does not know gets a general text. */
export function notificationContent(
  { kind, data }: NotificationFacts,
  t: TFunction<'notifications'>,
  language: Language,
  priceOf: (cents: number) => string | undefined,
): Content {
  /** The charged or refunded sum in the currency of the payment. */
  const sumOf = ({ amount, currency }: NotificationFacts['data']) =>
    typeof currency === 'string' ? (formatMoney(Number(amount), currency, language) ?? '') : '';
  switch (kind) {
    case 'welcome':
      return { title: t('welcome'), text: t('welcome-text'), to: '/edit-profile' };
    case 'security':
      return { title: t('security'), text: securityText(data, t), to: '/edit-profile' };
    case 'price-drop':
      return { title: t('price-drop'), text: priceDropText(data, t, priceOf), to: gamePath(data) };
    case 'paid':
    case 'delivered':
    case 'refunded':
      return data['topUp'] === true ? topUpContent(kind, data, t, sumOf) : orderContent(kind, data, t, sumOf(data));
    case 'claim':
      return claimContent(data, t);
    case 'gift':
      return giftContent(data, t);
    default:
      return { title: t('other'), text: t('other-text'), to: '/profile' };
  }
}

function orderContent(
  kind: keyof typeof ORDER_TEXTS,
  data: NotificationFacts['data'],
  t: TFunction<'notifications'>,
  sum: string,
): Content {
  const text = t(ORDER_TEXTS[kind], { sum });
  const products = productsText(data, t);
  return { title: t(kind), text: products ? `${products}. ${text}` : text, to: orderPath(data) };
}

const CLAIM_OUTCOMES = ['replaced', 'refunded', 'refused'] as const;

function claimContent(data: NotificationFacts['data'], t: TFunction<'notifications'>): Content {
  const outcome = CLAIM_OUTCOMES.find((one) => one === data['outcome']);
  const name = typeof data['product'] === 'string' ? data['product'] : '';
  return { title: t('claim'), text: outcome ? t(`claim-${outcome}`, { name }) : t('other-text'), to: orderPath(data) };
}

function giftContent(data: NotificationFacts['data'], t: TFunction<'notifications'>): Content {
  const name = typeof data['product'] === 'string' ? data['product'] : '';
  const text = data['outcome'] === 'opened' ? t('gift-opened', { name }) : t('gift-undelivered', { name });
  return { title: t('gift'), text, to: orderPath(data) };
}

function productsText({ products }: NotificationFacts['data'], t: TFunction<'notifications'>): string {
  const names = Array.isArray(products) ? products.filter((name) => typeof name === 'string') : [];
  const named = names.slice(0, NAMED_PRODUCTS).join(', ');
  const more = names.length - NAMED_PRODUCTS;
  return more > 0 ? t('and-more', { names: named, count: more }) : named;
}

/** The credited and the paid sum differ: both are shown. */
function topUpContent(
  kind: keyof typeof TOP_UP_TEXTS,
  data: NotificationFacts['data'],
  t: TFunction<'notifications'>,
  sumOf: (money: NotificationFacts['data']) => string,
): Content {
  const title = kind === 'delivered' ? t('top-up-delivered') : t(kind);
  const { account, credited } = data;
  const sum = sumOf(data);
  const creditedText = isRecord(credited) ? creditedName(credited, sumOf) : '';
  const text =
    kind === 'delivered' && creditedText && typeof account === 'string'
      ? t('top-up-credited-text', { account, credited: creditedText, sum })
      : t(TOP_UP_TEXTS[kind], { sum });
  return { title, text, to: orderPath(data) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A pack by its name, a wallet by its sum. */
function creditedName(credited: Record<string, unknown>, sumOf: (money: NotificationFacts['data']) => string): string {
  return typeof credited['name'] === 'string' ? credited['name'] : sumOf(credited);
}

function securityText({ event }: NotificationFacts['data'], t: TFunction<'notifications'>): string {
  const known = SECURITY_EVENTS.find((name) => name === event);
  return known ? t(known) : t('security-text');
}

function priceDropText(
  data: NotificationFacts['data'],
  t: TFunction<'notifications'>,
  priceOf: (cents: number) => string | undefined,
): string {
  const name = typeof data['gameName'] === 'string' ? data['gameName'] : '';
  const price = (cents: unknown) => (typeof cents === 'number' ? priceOf(cents) : undefined);
  const [from, to] = [price(data['from']), price(data['to'])];
  return from && to ? t('price-drop-text', { name, from, to }) : name;
}

function gamePath({ gameId }: NotificationFacts['data']): string | undefined {
  return Number.isSafeInteger(gameId) ? `/catalog/${String(gameId)}` : undefined;
}

/** The page with the keys or the status of the top-up; the list of orders if the order is unknown. */
function orderPath({ orderId, topUp }: NotificationFacts['data']): string {
  const isNamed = typeof orderId === 'string' && /^[A-Za-z0-9_-]{16,50}$/.test(orderId);
  if (topUp === true) return isNamed ? `/top-up/${orderId}` : '/replenishment-history';
  return isNamed ? `/payment/result?order=${orderId}` : '/history';
}
