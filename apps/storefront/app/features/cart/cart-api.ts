import type { CountCall } from '@oyna/domain/cart';
import type { CartBasket } from './basket.ts';

export interface CreatedBasket {
  id: string;
  refused: readonly { id: number; code: string }[];
}

/** The calls of spec §7 that the cart makes. Failures are thrown as the API client throws them. */
export interface CartApi<Basket extends CartBasket> {
  findActualBasket(): Promise<Basket | undefined>;
  checkBasket(id: string): Promise<Basket>;
  /** Merges the items into an existing open basket, up to the available count. */
  createBasket(items: readonly { id: number; count: number }[]): Promise<CreatedBasket>;
  changeCount(basketId: string, productId: number, call: CountCall): Promise<Basket>;
  setPromo(basketId: string, code: string): Promise<Basket>;
  removePromo(basketId: string): Promise<Basket>;
}

/** What a failed call means for the cart. */
export type Failure =
  | { kind: 'waits'; connectionError: 'offline' | 'unavailable' }
  | { kind: 'basket-gone' }
  | { kind: 'product-gone' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; code: string };

/** By status and code, not by class: the API client is loaded with the first call. */
export function failureOf(error: unknown): Failure {
  const { status, code } = { status: 0, code: '', ...(error as { status?: number; code?: string }) };
  if (status === 0) return { kind: 'waits', connectionError: 'offline' };
  if (status >= 500 || status === 429 || status === 408) return { kind: 'waits', connectionError: 'unavailable' };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 404) return { kind: code === 'basket-id-missing' ? 'basket-gone' : 'product-gone' };
  return { kind: 'refused', code };
}
