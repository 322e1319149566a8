import type { CountCall } from '@oyna/domain/cart';
import { BASKET_STATUS } from '@oyna/domain/states';
import { type CartBasket, type CartSlice, EMPTY_SLICE } from './basket.ts';
import type { CartApi } from './cart-api.ts';
import { type CartStore, createCartStore } from './cart-store.ts';

export class FakeFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export const OFFLINE = () => new FakeFailure(0, 'unavailable');

export interface FakeServer extends CartApi<CartBasket> {
  counts: Map<number, number>;
  stock: Map<number, number>;
  basketId: string | undefined;
  statusId: number;
  /** Every call, as "add 1 2". */
  calls: string[];
  /** Called before and after each request takes effect; may throw or delay it. */
  disturb: { before?: () => Promise<void>; after?: () => Promise<void> };
}

/** The server's basket by the contract, in memory: differences, stock, one open basket. */
export function createFakeServer(): FakeServer {
  let made = 0;
  const basket = (): CartBasket => ({
    id: server.basketId ?? '',
    statusId: server.statusId,
    basketItems: [...server.counts].map(([productId, count]) => ({
      productId,
      name: `Product ${productId}`,
      price: productId * 100,
      count,
      availableCount: server.stock.get(productId) ?? 999,
    })),
  });
  const change = (productId: number, difference: number) => {
    const count = (server.counts.get(productId) ?? 0) + difference;
    if (difference > 0 && count > (server.stock.get(productId) ?? 999)) throw new FakeFailure(409, 'out-of-stock');
    if (count > 0) server.counts.set(productId, count);
    else server.counts.delete(productId);
  };
  const open = (id: string) => {
    if (id !== server.basketId) throw new FakeFailure(404, 'basket-id-missing');
    if (server.statusId !== BASKET_STATUS.open) throw new FakeFailure(409, 'basket-frozen');
  };
  async function answer<T>(call: string, effect: () => T): Promise<T> {
    server.calls.push(call);
    await server.disturb.before?.();
    const result = effect();
    await server.disturb.after?.();
    return result;
  }
  const server: FakeServer = {
    counts: new Map(),
    stock: new Map(),
    basketId: undefined,
    statusId: BASKET_STATUS.open,
    calls: [],
    disturb: {},
    findActualBasket: () => answer('actual', () => (server.basketId ? basket() : undefined)),
    checkBasket: (id) =>
      answer(`check ${id}`, () => {
        if (id !== server.basketId) throw new FakeFailure(404, 'basket-id-missing');
        return basket();
      }),
    createBasket: (items) =>
      answer(`create ${items.map(({ id, count }) => `${id}×${count}`).join(' ')}`, () => {
        if (!server.basketId) {
          made += 1;
          server.basketId = `basket-${made}`;
        }
        const refused = items.filter(({ id, count }) => {
          const there = server.counts.get(id) ?? 0;
          const fits = Math.max(there, Math.min(there + count, server.stock.get(id) ?? 999));
          if (fits > 0) server.counts.set(id, fits);
          return fits < there + count;
        });
        return { id: server.basketId, refused: refused.map(({ id }) => ({ id, code: 'out-of-stock' })) };
      }),
    changeCount: (id, productId, { call, count }: CountCall) =>
      answer(`${call} ${productId} ${count}`, () => {
        open(id);
        change(productId, call === 'add' ? count : -count);
        return basket();
      }),
    setPromo: (id, code) =>
      answer(`promo ${code}`, () => {
        open(id);
        if (code !== 'OYNA') throw new FakeFailure(400, 'promocode-error');
        return basket();
      }),
    removePromo: () => answer('no promo', basket),
  };
  return server;
}

/** A browser: what its tabs share. */
export function createFakeBrowser(server: FakeServer) {
  let stored: CartSlice = EMPTY_SLICE;
  let turn: Promise<unknown> = Promise.resolve();
  const tabs: CartStore<CartBasket>[] = [];
  const browser = {
    isSignedIn: true,
    read: () => stored,
    write(slice: CartSlice) {
      stored = slice;
    },
    openTab,
    async settle() {
      for (const tab of tabs) await tab.refresh();
    },
  };

  function openTab(): CartStore<CartBasket> {
    const tab = createCartStore<CartBasket>({
      api: server,
      isSignedIn: () => browser.isSignedIn,
      storage: {
        read: () => structuredClone(stored),
        write(slice) {
          stored = structuredClone(slice);
          for (const other of tabs) if (other !== tab) queueMicrotask(other.readStorage);
        },
      },
      inTurn(work) {
        const mine = turn.then(work);
        turn = mine.catch(() => {});
        return mine;
      },
    });
    tabs.push(tab);
    return tab;
  }

  return browser;
}

/** Product to count, of what the shopper sees. */
export function shown(tab: { read(): { slice: CartSlice } }): Record<number, number> {
  return Object.fromEntries(tab.read().slice.items.map(({ productId, count }) => [productId, count]));
}

export const item = (productId: number, count = 1) => ({ productId, count, price: productId * 100 });

export function start() {
  const server = createFakeServer();
  const browser = createFakeBrowser(server);
  return { server, browser, cart: browser.openTab() };
}

export async function startWith(counts: Record<number, number>) {
  const { server, browser, cart } = start();
  server.basketId = 'mine';
  server.counts = new Map(Object.entries(counts).map(([id, count]) => [Number(id), count]));
  await cart.refresh();
  server.calls = [];
  return { server, browser, cart };
}

export const onServer = ({ counts }: { counts: Map<number, number> }) => Object.fromEntries(counts);
