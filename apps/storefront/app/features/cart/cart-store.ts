/** What a shopper can do with the cart. One store with one slice; how the slice changes is in cart-slice.ts. */

import type { CartItem } from '@oyna/domain/cart';
import { UNDO_MS } from '@oyna/domain/constants';
import type { CartBasket } from './basket.ts';
import type { CartApi } from './cart-api.ts';
import { applyChange, wantedCount } from './cart-slice.ts';
import { asleep, type CartState, type CartStorage, createCartCell, isFrozen, type Refusal } from './cart-state.ts';
import { createCartSync } from './cart-sync.ts';

/** Fast clicks on a stepper become one call. */
const COALESCE_MS = 300;

export interface CartSurroundings<Basket extends CartBasket> {
  api: CartApi<Basket>;
  storage: CartStorage;
  inTurn(work: () => Promise<void>): Promise<void>;
  isSignedIn(): boolean;
}

export type CartStore<Basket extends CartBasket> = ReturnType<typeof createCartStore<Basket>>;

export function createCartStore<Basket extends CartBasket>(surroundings: CartSurroundings<Basket>) {
  const { api, storage, inTurn, isSignedIn } = surroundings;
  const cell = createCartCell<Basket>(storage);
  const { sync, refresh, load, flush, withBasket, stop } = createCartSync({ cell, api, inTurn, isSignedIn });
  const undoTimers = new Map<number, ReturnType<typeof setTimeout>>();
  let soonTimer: ReturnType<typeof setTimeout> | undefined;

  function soon(): void {
    clearTimeout(soonTimer);
    soonTimer = setTimeout(() => void sync(), COALESCE_MS);
  }

  function forgetRefusal(productId: number): void {
    const { [productId]: _old, ...refusals } = cell.read().refusals;
    cell.set({ refusals });
  }

  function endUndo(productId: number): CartItem | undefined {
    clearTimeout(undoTimers.get(productId));
    undoTimers.delete(productId);
    const { undos } = cell.read();
    cell.set({ undos: undos.filter(({ item }) => item.productId !== productId) });
    return undos.find(({ item }) => item.productId === productId)?.item;
  }

  function endTimers(): void {
    clearTimeout(soonTimer);
    for (const timer of undoTimers.values()) clearTimeout(timer);
    undoTimers.clear();
    if (cell.read().undos.length > 0) cell.set({ undos: [] });
  }

  return {
    read: cell.read,
    subscribe: cell.subscribe,
    refresh,
    load,

    /** Adds to the count. Resolves with the reason if the server refused it or could not be reached. */
    async add(item: CartItem): Promise<Refusal | CartState<Basket>['connectionError']> {
      endUndo(item.productId);
      forgetRefusal(item.productId);
      cell.change((slice) => applyChange(slice, { type: 'add', item }));
      await sync();
      const state = cell.read();
      // Another tab may have found the payment first, and emptied the slice.
      return state.refusals[item.productId] ?? state.connectionError ?? (isFrozen(state) ? 'basket-frozen' : undefined);
    },

    setCount(productId: number, count: number): void {
      forgetRefusal(productId);
      cell.change((slice) => applyChange(slice, { type: 'set-count', productId, count }));
      soon();
    },

    /** Sets the count to 0. The server gets it after the time for undo. */
    hide(productId: number): void {
      cell.readStorage();
      const item = cell.read().slice.items.find((one) => one.productId === productId);
      if (!item) return;
      forgetRefusal(productId);
      cell.set({ undos: [...cell.read().undos, { item, until: Date.now() + UNDO_MS }] });
      cell.change((slice) => applyChange(slice, { type: 'remove', productId }));
      const end = () => {
        endUndo(productId);
        void sync();
      };
      undoTimers.set(productId, setTimeout(end, UNDO_MS));
    },

    undo(productId: number): void {
      const item = endUndo(productId);
      if (!item || wantedCount(cell.read().slice, productId) > 0) return;
      cell.change((slice) => applyChange(slice, { type: 'add', item }));
      soon();
    },

    async remove(productId: number): Promise<void> {
      endUndo(productId);
      forgetRefusal(productId);
      cell.change((slice) => applyChange(slice, { type: 'remove', productId }));
      await sync();
    },

    async applyPromo(code: string): Promise<void> {
      await withBasket((basketId) => api.setPromo(basketId, code));
    },

    async removePromo(): Promise<void> {
      await withBasket((basketId) => api.removePromo(basketId));
    },

    /** The shopper leaves the cart: hidden items are removed now, and changes are sent. */
    async leave(): Promise<void> {
      endTimers();
      cell.set({ refusals: {} });
      await sync();
    },

    /** Like `leave`, when the page is being hidden. */
    leavePage(): void {
      endTimers();
      flush();
    },

    /** Another tab has written. */
    readStorage: cell.readStorage,

    /** Called after a sign-in or sign-out. */
    async followSession(): Promise<void> {
      if (isSignedIn()) {
        // Without a network the basket of the guest would be shown to the account.
        cell.set({ basket: undefined, status: 'asleep' });
        return refresh();
      }
      endTimers();
      stop();
      cell.set(asleep(storage.read()));
    },
  };
}
