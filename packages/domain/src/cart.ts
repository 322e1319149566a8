/** The cart in the browser: its changes, and the calls that bring the basket on the server to it (spec §4). */
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

/** Returns the next cart and does not change the given one. A count that is not a whole number changes nothing. */
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

export interface CountCall {
  call: 'add' | 'remove';
  count: number;
}

/** The API adds and removes a difference, not a new count (spec §4). */
export function countCall(serverCount: number, wantedCount: number): CountCall | undefined {
  const difference = Math.max(0, wantedCount) - serverCount;
  if (!Number.isSafeInteger(difference) || difference === 0) return undefined;
  return { call: difference > 0 ? 'add' : 'remove', count: Math.abs(difference) };
}

/**
 * A basket item on the cart page. `newCount` is the count that the customer wants, `show: false` hides the item, and
 * `deleted` means that the server has removed it.
 */
interface PendingItem {
  productId: number;
  count: number;
  newCount?: number | undefined;
  show?: boolean | undefined;
  deleted?: boolean | undefined;
}

/** The calls that the cart page still has to make when the customer leaves it. */
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

/** The cart is read from local storage, which can hold any value. */
function knownCount(count: number): number {
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
