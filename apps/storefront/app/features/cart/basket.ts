import type { CartItem } from '@oyna/domain/cart';

/** The fields of the API's basket that the cart uses. */
export interface CartBasketItem {
  productId: number;
  name: string;
  price: number | null;
  count: number;
  availableCount?: number | null;
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
  /** A request about it got no response: the count of the server is unknown. */
  isUnsure?: true;
}

/** The one slice of the store, as it is kept in local storage. */
export interface CartSlice {
  basketId: string | undefined;
  /** Spec §3's `cartItems`: what the shopper wants. Differences from `saved` are not sent yet. */
  items: readonly CartItem[];
  saved: readonly SavedItem[];
}

export const EMPTY_SLICE: CartSlice = { basketId: undefined, items: [], saved: [] };
