/** Pure changes of the cart (spec §4). The effects are in cart-sync.ts. */

import { type CartChange, type CartItem, type CountCall, changeCart, pendingCalls } from '@oyna/domain/cart';
import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import type { CartBasket, CartSlice, SavedItem } from './basket.ts';

/** A running request: the count that the server has if it succeeds. */
export interface SentCount {
  productId: number;
  count: number;
}

/** The shopper changed a count. */
export function applyChange(slice: CartSlice, change: CartChange<CartItem>): CartSlice {
  const items = changeCart(slice.items, change).map((item) => ({ ...item, count: bounded(item.count) }));
  return { ...slice, items };
}

/** The API calls for unsaved changes. Hidden items wait until their undo has expired. */
export function unsentCalls(
  slice: CartSlice,
  hidden: ReadonlySet<number>,
  onTheWay?: SentCount,
): (CountCall & { productId: number })[] {
  const items = productsOf(slice)
    .filter((productId) => !hidden.has(productId))
    .map((productId) => ({
      productId,
      count: onTheWay?.productId === productId ? onTheWay.count : savedCount(slice, productId),
      newCount: wantedCount(slice, productId),
    }));
  return pendingCalls(items);
}

/** Until the response arrives, the state of the server is unknown. */
export function markSent(slice: CartSlice, productIds: readonly number[]): CartSlice {
  const isSent = (id: number) => productIds.includes(id);
  const known = new Set(slice.saved.map(({ id }) => id));
  const unknown = slice.items.filter(({ productId }) => isSent(productId) && !known.has(productId));
  return {
    ...slice,
    saved: [
      ...slice.saved.map((item) => (isSent(item.id) ? { ...item, isUnsure: true as const } : item)),
      ...unknown.map(({ productId, price }) => ({ id: productId, name: '', price, count: 0, isUnsure: true as const })),
    ],
  };
}

/**
 * Applies a response of the server and keeps later changes of the shopper: by the same difference, so that a count
 * raised on another device is not lost; to the same count where a call may have arrived, so that it is not repeated.
 * Removed items stay removed.
 */
export function confirm(slice: CartSlice, basket: CartBasket, answered?: SentCount): CartSlice {
  const wasUnsure = (id: number) => slice.saved.some((item) => item.id === id && item.isUnsure);
  const saved = basket.basketItems.map(({ productId, name, price, count }): SavedItem => {
    const item = { id: productId, name, price: price ?? 0, count };
    // A response about one product may be older than pending changes of other products.
    return answered && answered.productId !== productId && wasUnsure(productId) ? { ...item, isUnsure: true } : item;
  });
  const next: CartSlice = { ...slice, basketId: basket.id, saved };
  const wanted = (id: number) => {
    const now = wantedCount(slice, id);
    const isAnswered = answered?.productId === id;
    const base = isAnswered ? answered.count : savedCount(slice, id);
    if (now === base && (isAnswered || !wasUnsure(id))) return savedCount(next, id);
    if (now === 0 || (wasUnsure(id) && !isAnswered)) return now;
    return savedCount(next, id) + now - base;
  };
  const ids = [...new Set([...saved.map(({ id }) => id), ...slice.items.map(({ productId }) => productId)])];
  const items = ids.map((id) => ({ productId: id, count: bounded(wanted(id)), price: priceOf(next, id) }));
  return { ...next, items: items.filter(({ count }) => count > 0) };
}

/** The server refused the change: resets to its count, or to the highest count it accepts. */
export function resetItem(slice: CartSlice, productId: number, most = 0): CartSlice {
  const count = Math.max(savedCount(slice, productId), Math.min(wantedCount(slice, productId), most));
  const item = { productId, count, price: priceOf(slice, productId) };
  const isKnown = slice.items.some((one) => one.productId === productId);
  const items = isKnown ? slice.items.map((one) => (one.productId === productId ? item : one)) : [...slice.items, item];
  const saved = slice.saved.filter(({ id, count: known }) => id !== productId || known > 0).map(markSure(productId));
  return { ...slice, items: items.filter((one) => one.count > 0), saved };
}

/**
 * The basket id is not valid (spec §4). The wanted items stay, for another basket. Of a basket that was paid or
 * cancelled, only items stay that were added after the last answer of the server.
 */
export function dropBasket(slice: CartSlice, isOver: boolean): CartSlice {
  const added = slice.items.map((item) => ({ ...item, count: item.count - savedCount(slice, item.productId) }));
  const items = isOver ? added.filter(({ count }) => count > 0) : slice.items;
  return { basketId: undefined, items, saved: [] };
}

export function wantedCount({ items }: CartSlice, productId: number): number {
  return items.find((item) => item.productId === productId)?.count ?? 0;
}

export function savedCount({ saved }: CartSlice, productId: number): number {
  return saved.find(({ id }) => id === productId)?.count ?? 0;
}

function priceOf({ items, saved }: CartSlice, productId: number): number {
  return (
    saved.find(({ id }) => id === productId)?.price ?? items.find((item) => item.productId === productId)?.price ?? 0
  );
}

function productsOf({ items, saved }: CartSlice): number[] {
  return [...new Set([...saved.map(({ id }) => id), ...items.map(({ productId }) => productId)])];
}

function markSure(productId: number): (item: SavedItem) => SavedItem {
  return ({ isUnsure, ...item }) => (isUnsure && item.id !== productId ? { ...item, isUnsure } : item);
}

function bounded(count: number): number {
  return Math.max(0, Math.min(count, MAX_ITEM_COUNT));
}
