/**
 * The statuses of every entity and the transitions between them. A trigger on each table refuses every other change;
 * `state-transitions.test.ts` of the server compares
 * every pair with these tables.
 */
import { AppError } from './errors.ts';

type Status = string | number;
/** From each status, the ones it may change to. */
export type TransitionTable<S extends Status> = Readonly<Record<S, readonly S[]>>;

export const BASKET_STATUS = { open: 1, awaitingPayment: 2, paid: 3, cancelled: 4 } as const;
export type BasketStatus = (typeof BASKET_STATUS)[keyof typeof BASKET_STATUS];
/**
 * A basket whose payment is given up opens again. If that payment is confirmed late and still matches, the open basket
 * becomes paid.
 */
export const BASKET_TRANSITIONS: TransitionTable<BasketStatus> = { 1: [2, 3, 4], 2: [1, 3, 4], 3: [], 4: [] };

export const TOP_UP_STATUS = { delivered: 1, waiting: 2, inDelivery: 3, failed: 4, refunded: 5 } as const;
export type TopUpStatus = (typeof TOP_UP_STATUS)[keyof typeof TOP_UP_STATUS];
/** A failed top-up is delivered only if it failed because it was not paid in time. One that was paid is refunded. */
export const TOP_UP_TRANSITIONS: TransitionTable<TopUpStatus> = { 1: [], 2: [3, 4], 3: [1, 4], 4: [3, 5], 5: [] };

export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'review',
  'refunding',
  'refund-failed',
  'partly-refunded',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/**
 * Confirmed money counts, also after the payment was given up: it becomes `paid`, or `refunding` when something of it
 * cannot be delivered. `review` waits for an operator, because the provider's message does not match the payment. A failed
 * refund is tried again, or paid back by hand.
 */
export const PAYMENT_TRANSITIONS: TransitionTable<PaymentStatus> = {
  created: ['pending', 'paid', 'failed', 'cancelled', 'expired', 'review', 'refunding'],
  pending: ['paid', 'failed', 'cancelled', 'expired', 'review', 'refunding'],
  failed: ['paid', 'review', 'refunding'],
  cancelled: ['paid', 'review', 'refunding'],
  expired: ['paid', 'review', 'refunding'],
  review: ['paid', 'failed', 'refunding'],
  paid: ['refunding'],
  refunding: ['partly-refunded', 'refunded', 'refund-failed'],
  'refund-failed': ['refunding', 'refunded', 'partly-refunded'],
  'partly-refunded': ['refunding'],
  refunded: [],
};
/** The payment waits for money. */
export const WAITING_PAYMENT_STATUSES = ['created', 'pending'] as const satisfies readonly PaymentStatus[];
/** The payment waits for money or for an operator. Unless it was given up, it keeps its basket and its keys. */
export const LIVE_PAYMENT_STATUSES = [
  ...WAITING_PAYMENT_STATUSES,
  'review',
] as const satisfies readonly PaymentStatus[];

export const KEY_STATUSES = [
  'available',
  'reserved',
  'sold',
  'disputed',
  'returned',
  'quarantined',
  'revoked',
] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];
/** A refund returns a sold key to stock through `returned`, if its customer never opened it. It revokes the others. */
export const KEY_TRANSITIONS: TransitionTable<KeyStatus> = {
  available: ['reserved', 'quarantined', 'revoked'],
  reserved: ['available', 'sold', 'quarantined'],
  sold: ['disputed', 'returned', 'revoked'],
  disputed: ['sold', 'revoked'],
  returned: ['available'],
  quarantined: ['available', 'revoked'],
  revoked: [],
};

export const REFUND_STATUSES = ['waiting', 'done', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** A failed refund is tried again, or marked as done when the operator has paid it back by hand. */
export const REFUND_TRANSITIONS: TransitionTable<RefundStatus> = {
  waiting: ['done', 'failed'],
  failed: ['waiting', 'done'],
  done: [],
};

export const CLAIM_STATUSES = ['open', 'replaced', 'refunded', 'refused'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];
/** A claim is answered once. */
export const CLAIM_TRANSITIONS: TransitionTable<ClaimStatus> = {
  open: ['replaced', 'refunded', 'refused'],
  replaced: [],
  refunded: [],
  refused: [],
};

export function canTransition<S extends Status>(table: TransitionTable<S>, from: S, to: S): boolean {
  return Object.hasOwn(table, from) && table[from].includes(to);
}

export function assertTransition<S extends Status>(table: TransitionTable<S>, from: S, to: S): void {
  if (!canTransition(table, from, to)) throw new AppError('state-conflict', { details: { from, to } });
}

export type OrderCard = { state: 'paid' | 'waiting' | 'not-paid'; colour: 'green' | 'yellow' | 'red' };

/** How an order card shows its number (spec §3). The spec gives no colour for paid. */
export function orderCard(statusId: number): OrderCard {
  if (statusId === 1) return { state: 'paid', colour: 'green' };
  if (statusId === 2) return { state: 'waiting', colour: 'yellow' };
  return { state: 'not-paid', colour: 'red' };
}

export const SORT_FIELDS = ['date', 'amount'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export interface Sort {
  field: SortField;
  direction: 'asc' | 'desc';
}

export function nextSort(current: Sort | undefined, clicked: SortField): Sort {
  const toggles = current?.field === clicked && current.direction === 'asc';
  return { field: clicked, direction: toggles ? 'desc' : 'asc' };
}

export interface CartItem {
  productId: number;
  count: number;
  price: number;
}

export type CartChange<Item extends CartItem> =
  | { type: 'add'; item: Item }
  | { type: 'remove'; productId: number }
  | { type: 'set-count'; productId: number; count: number }
  | { type: 'clear' };

/** The next cart; the given one is left as it was. A count that is no whole number changes nothing. */
export function changeCart<Item extends CartItem>(cart: readonly Item[], change: CartChange<Item>): Item[] {
  switch (change.type) {
    case 'add':
      return addItem(cart, change.item);
    case 'remove':
      return cart.filter(({ productId }) => productId !== change.productId);
    case 'set-count':
      return setCount(cart, change.productId, change.count);
    case 'clear':
      return [];
  }
}

/** The number on the cart's badge. */
export function cartCount(cart: readonly Pick<CartItem, 'count'>[]): number {
  return cart.reduce((total, { count }) => total + knownCount(count), 0);
}

export interface CountCall {
  call: 'add' | 'remove';
  count: number;
}

/** The server's add and remove take a difference, not a new count (spec §4). */
export function countCall(serverCount: number, wantedCount: number): CountCall | undefined {
  const difference = Math.max(0, wantedCount) - serverCount;
  if (!Number.isSafeInteger(difference) || difference === 0) return undefined;
  return { call: difference > 0 ? 'add' : 'remove', count: Math.abs(difference) };
}

/** A basket item on the cart page: `newCount` is wanted, `show: false` hides it, `deleted` is gone from the server. */
export interface PendingItem {
  productId: number;
  count: number;
  newCount?: number | undefined;
  show?: boolean | undefined;
  deleted?: boolean | undefined;
}

/** What has to be told the server when the shopper leaves the cart. */
export function pendingCalls(items: readonly PendingItem[]): (CountCall & { productId: number })[] {
  return items.flatMap(({ productId, count, newCount = count, show = true, deleted = false }) => {
    const call = deleted ? undefined : countCall(count, show ? newCount : 0);
    return call ? [{ productId, ...call }] : [];
  });
}

function addItem<Item extends CartItem>(cart: readonly Item[], item: Item): Item[] {
  if (knownCount(item.count) === 0) return [...cart];
  if (!cart.some(({ productId }) => productId === item.productId)) return [...cart, item];
  return cart.map((existing) =>
    existing.productId === item.productId
      ? { ...existing, ...item, count: knownCount(existing.count) + item.count }
      : existing,
  );
}

function setCount<Item extends CartItem>(cart: readonly Item[], productId: number, count: number): Item[] {
  if (!Number.isSafeInteger(count)) return [...cart];
  if (count <= 0) return cart.filter((item) => item.productId !== productId);
  return cart.map((item) => (item.productId === productId ? { ...item, count } : item));
}

/** The cart comes back from local storage, where anything may have been written. */
function knownCount(count: number): number {
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
