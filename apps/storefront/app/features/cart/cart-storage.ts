import type { CartItem } from '@oyna/domain/cart';
import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { forget, readStored, store } from '../../lib/browser-storage.ts';
import { type CartSlice, EMPTY_SLICE, type SavedItem } from './basket.ts';

const KEYS = [LOCAL_STORAGE_KEYS.cartItems, LOCAL_STORAGE_KEYS.basketItems, LOCAL_STORAGE_KEYS.basketId];

let isClosed = false;

/**
 * All tabs share the storage, and it survives a tab that is closed during a request (spec §3). Undefined
 * if the storage is not available.
 */
export function readSlice(): CartSlice | undefined {
  if (isClosed) return undefined;
  const basketId = readStored('localStorage', LOCAL_STORAGE_KEYS.basketId) || undefined;
  const cartItems = readStored('localStorage', LOCAL_STORAGE_KEYS.cartItems);
  const saved = parseSaved(readStored('localStorage', LOCAL_STORAGE_KEYS.basketItems));
  if (cartItems !== undefined) return { basketId, items: parseItems(cartItems), saved };
  // Only basketItems was written: it is what the shopper wants. Without an id a new basket is created from it (spec §4).
  const items = saved.filter(({ count }) => count > 0).map(({ id, count, price }) => ({ productId: id, count, price }));
  return { basketId, items, saved: basketId ? saved : [] };
}

export function writeSlice({ basketId, items, saved }: CartSlice): void {
  const text = JSON.stringify(items);
  store('localStorage', LOCAL_STORAGE_KEYS.cartItems, text);
  isClosed = readStored('localStorage', LOCAL_STORAGE_KEYS.cartItems) !== text;
  store('localStorage', LOCAL_STORAGE_KEYS.basketItems, JSON.stringify(saved));
  if (basketId) store('localStorage', LOCAL_STORAGE_KEYS.basketId, basketId);
  else forget('localStorage', LOCAL_STORAGE_KEYS.basketId);
  // The browser notifies other tabs only; this tab gets the same event here. See use-saved-items.ts.
  window.dispatchEvent(new StorageEvent('storage', { key: LOCAL_STORAGE_KEYS.cartItems }));
}

/** Whether all changes are saved and the basket is known. */
export function isSettled(): boolean {
  const { basketId, items, saved } = readSlice() ?? EMPTY_SLICE;
  const counts = new Map(saved.map(({ id, count }) => [id, count]));
  return (
    Boolean(basketId) &&
    items.length === saved.length &&
    items.every((item) => counts.get(item.productId) === item.count)
  );
}

export function isCartKey(key: string | null): boolean {
  return key === null || KEYS.some((own) => own === key);
}

/** The content of storage is not trusted. */
export function parseItems(text: string | undefined): CartItem[] {
  return parseList(text).flatMap(({ productId, count, price }) =>
    isId(productId) && isPositive(count) ? [{ productId, count, price: isPositive(price) ? price : 0 }] : [],
  );
}

function parseSaved(text: string | undefined): SavedItem[] {
  return parseList(text).flatMap(({ id, name, price, count, isUnsure }) => {
    if (!isId(id) || !(isPositive(count) || count === 0)) return [];
    const item = { id, count, name: typeof name === 'string' ? name : '', price: isPositive(price) ? price : 0 };
    return [isUnsure === true ? { ...item, isUnsure } : item];
  });
}

function parseList(text: string | undefined): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
  } catch {
    return [];
  }
}

function isId(value: unknown): value is number {
  return isPositive(value);
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
