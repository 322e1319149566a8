import type { CartItem } from '@oyna/domain/cart';
import { BASKET_STATUS } from '@oyna/domain/states';
import { type CartBasket, type CartSlice, EMPTY_SLICE } from './basket.ts';

/** An item set to 0, with the time until which it can be restored. */
export interface Undo {
  item: CartItem;
  /** Milliseconds since 1970. */
  until: number;
}

/** Why the server refused a change, by its error code; any other code is `refused`. */
export const REFUSALS = ['out-of-stock', 'price-unavailable', 'basket-frozen', 'basket-full', 'not-found'] as const;
export type Refusal = (typeof REFUSALS)[number] | 'refused';

export interface CartState<Basket extends CartBasket> {
  slice: CartSlice;
  /** The last basket of the server. Undefined when there is none or it was not loaded yet (see `status`). */
  basket: Basket | undefined;
  status: 'asleep' | 'loading' | 'ready' | 'failed';
  /** Changes wait: there is no network, or the store does not respond. They are retried. */
  connectionError: 'offline' | 'unavailable' | undefined;
  requestId: string | undefined;
  undos: readonly Undo[];
  refusals: Readonly<Record<number, Refusal>>;
}

/** Stores the slice between visits and shares it between tabs. `read` returns undefined if storage is not available. */
export interface CartStorage {
  read(): CartSlice | undefined;
  write(slice: CartSlice): void;
}

export interface CartCell<Basket extends CartBasket> {
  read(): CartState<Basket>;
  set(patch: Partial<CartState<Basket>>): void;
  /** Saves each change (spec §4). Another tab may have written since the last read. */
  change(change: (slice: CartSlice) => CartSlice): void;
  readStorage(): void;
  subscribe(listener: () => void): () => void;
}

export function asleep<Basket extends CartBasket>(slice: CartSlice = EMPTY_SLICE): CartState<Basket> {
  return {
    slice,
    basket: undefined,
    status: 'asleep',
    connectionError: undefined,
    requestId: undefined,
    undos: [],
    refusals: {},
  };
}

/** The basket waits for its payment. */
export const isFrozen = ({ basket }: { basket?: CartBasket | undefined }): boolean =>
  basket !== undefined && basket.statusId !== BASKET_STATUS.open;

export function createCartCell<Basket extends CartBasket>(storage: CartStorage): CartCell<Basket> {
  const listeners = new Set<() => void>();
  let state = asleep<Basket>(storage.read());
  const set = (patch: Partial<CartState<Basket>>) => {
    state = { ...state, ...patch };
    for (const listener of [...listeners]) listener();
  };
  return {
    read: () => state,
    set,
    change(change) {
      const slice = change(storage.read() ?? state.slice);
      storage.write(slice);
      set({ slice });
    },
    readStorage() {
      const slice = storage.read();
      if (slice && JSON.stringify(slice) !== JSON.stringify(state.slice)) set({ slice });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
