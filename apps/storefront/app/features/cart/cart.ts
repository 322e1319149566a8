import type { ApiCall, ApiClient } from '@oyna/api-client/client';
import type { Basket } from '@oyna/api-client/models';
import type { CallApi } from '~/lib/browser-api.ts';
import { onSessionChange, readToken } from '../../lib/session/session.ts';
import type { CartApi } from './cart-api.ts';
import { isCartKey, readSlice, writeSlice } from './cart-storage.ts';
import { createCartStore } from './cart-store.ts';

/** A call that hangs would block the other tabs. */
const PATIENCE_MS = 20_000;

let callApi: CallApi | undefined;
let owner: string | undefined;

/** The cart of this browser. It must be connected before it can call the server. */
export const cart = createCartStore<Basket>({
  api: createCartApi(),
  storage: { read: readSlice, write: writeSlice },
  inTurn: async (work) => (navigator.locks ? navigator.locks.request('cart', work) : work()),
  isSignedIn: () => readToken() !== undefined,
});

/** Connects the cart to the API. The first call also adds the event listeners. */
export function connectCart(connection: CallApi): typeof cart {
  const isFirst = callApi === undefined;
  callApi = connection;
  if (isFirst) follow();
  return cart;
}

function follow(): void {
  owner = readToken();
  onSessionChange(() => {
    const token = readToken();
    if (token === owner) return;
    owner = token;
    void cart.followSession();
  });
  window.addEventListener('storage', ({ key, storageArea }) => {
    // Events that this tab dispatches have no storage area.
    if (storageArea && isCartKey(key)) cart.readStorage();
  });
  window.addEventListener('online', () => {
    if (cart.read().connectionError) void cart.refresh();
  });
  window.addEventListener('pagehide', () => cart.leavePage());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void cart.refresh();
  });
}

function createCartApi(): CartApi<Basket> {
  const call = async <Data>(
    make: (api: ApiClient, options: { keepalive: true; signal: AbortSignal }) => ApiCall<Data>,
  ) => {
    if (!callApi) throw new Error('not connected');
    // Every call continues after its page is closed.
    const options = { keepalive: true, signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    const asked = readToken();
    const answer = await callApi((api) => make(api, options));
    // The basket of a guest who has signed in meanwhile would be taken for that of the account.
    if (readToken() !== asked) throw { status: 401 };
    return answer;
  };
  return {
    findActualBasket: async () =>
      (await call((api, options) => api.GET('/api/v1/user/basket/actual', options))) ?? undefined,
    checkBasket: (id) =>
      call((api, options) => api.GET('/api/v1/basket/check/{id}', { ...options, params: { path: { id } } })),
    createBasket: (items) =>
      call((api, options) => api.POST('/api/v1/basket/create', { ...options, body: [...items] })),
    changeCount: (basketId, productId, { call: kind, count }) =>
      call((api, options) => {
        const target = { ...options, params: { path: { basketId, productId, count } } };
        return kind === 'add'
          ? api.PUT('/api/v1/basket/item/add/{basketId}/{productId}/{count}', target)
          : api.PUT('/api/v1/basket/item/remove/{basketId}/{productId}/{count}', target);
      }),
    setPromo: (basketId, code) =>
      call((api, options) =>
        api.PUT('/api/v1/basket/promo/{basketId}', { ...options, params: { path: { basketId } }, body: { code } }),
      ),
    removePromo: (basketId) =>
      call((api, options) =>
        api.DELETE('/api/v1/basket/promo/{basketId}', { ...options, params: { path: { basketId } } }),
      ),
  };
}
