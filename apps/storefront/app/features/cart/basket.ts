import type { CartItem } from '@oyna/domain/cart';

/** What the cart needs of the API's basket; the server sends more. */
export interface CartBasketItem {
  productId: number;
  name: string;
  price: number | null;
  count: number;
}

export interface CartBasket<Item extends CartBasketItem = CartBasketItem> {
  id: string;
  statusId: number;
  basketItems: readonly Item[];
}

/** Spec §3's `basketItems`: what the server has confirmed. */
export interface SavedItem {
  id: number;
  name: string;
  price: number;
  count: number;
  /** A call about it went out and no answer came: what the server has now is unknown. */
  isUnsure?: true;
}

/** The one slice of the store, and what storage keeps of it. */
export interface CartSlice {
  basketId: string | undefined;
  /** Spec §3's `cartItems`: what the shopper wants. Differences from `saved` are not sent yet. */
  items: readonly CartItem[];
  saved: readonly SavedItem[];
}

export const EMPTY_SLICE: CartSlice = { basketId: undefined, items: [], saved: [] };
