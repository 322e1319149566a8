/** The effects of the cart: sends one request at a time until the server has all changes (spec §4). */
import { BASKET_STATUS } from '@oyna/domain/states';
import { type CartBasket, EMPTY_SLICE } from './basket.ts';
import { type CartApi, type Failure, failureOf } from './cart-api.ts';
import {
  confirm,
  dropBasket,
  markSent,
  resetItem,
  type SentCount,
  savedCount,
  unsentCalls,
  wantedCount,
} from './cart-slice.ts';
import { type CartCell, isFrozen, REFUSALS, type Refusal } from './cart-state.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** How long a request of a closed page may still be running. */
const GRACE_MS = 1000;

export interface CartSyncParts<Basket extends CartBasket> {
  cell: CartCell<Basket>;
  api: CartApi<Basket>;
  /** One tab at a time, so that two tabs do not send the same change. */
  inTurn(work: () => Promise<void>): Promise<void>;
  isSignedIn(): boolean;
}

export interface CartSync {
  /** Ends when the server has everything, or when it has to wait; never fails. */
  sync(): Promise<void>;
  /** Loads the basket before anything else. */
  refresh(): Promise<void>;
  /** Only loads the basket: another tab sends its own changes. */
  load(): Promise<void>;
  /** The page is being hidden: sends everything at once, without waiting for responses. */
  flush(): void;
  /** Runs an action on the basket after all counts are sent. Throws what the call throws. */
  withBasket(call: (basketId: string) => Promise<CartBasket>): Promise<void>;
  stop(): void;
}

export function createCartSync<Basket extends CartBasket>(parts: CartSyncParts<Basket>): CartSync {
  const { cell, api, inTurn, isSignedIn } = parts;
  let isStale = true;
  let running: Promise<void> | undefined;
  let onTheWay: SentCount | undefined;
  /** Calls that were sent when the page was being hidden. */
  let flushed: Promise<unknown> | undefined;
  /** Products with requests of this tab: once these have failed, none is running. */
  const sentHere = new Set<number>();
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const hidden = () => new Set(cell.read().undos.map(({ item }) => item.productId));
  const slice = () => cell.read().slice;

  function mark(productIds: readonly number[]): void {
    cell.change((known) => markSent(known, productIds));
    for (const id of productIds) sentHere.add(id);
  }

  function accept(basket: Basket, answered?: SentCount): void {
    if (answered) sentHere.delete(answered.productId);
    else sentHere.clear();
    if (isFrozen({ basket })) freeze(basket);
    else cell.change((known) => confirm(known, basket, answered));
    show(basket);
  }

  function show(basket: Basket | undefined): void {
    cell.set({ basket, status: 'ready', connectionError: undefined, requestId: undefined });
    failures = 0;
  }

  function wait(error: unknown, connectionError: 'offline' | 'unavailable'): void {
    const { requestId } = error as { requestId?: string };
    const known = cell.read();
    isStale = true;
    cell.set({
      connectionError,
      // Keeps the first error of a kind, so that screen readers do not repeat it with each attempt.
      requestId: (known.connectionError === connectionError && known.requestId) || requestId,
      ...(known.status === 'ready' ? {} : { status: 'failed' }),
    });
    const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
    failures += 1;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void sync(), delay);
  }

  /** Finds and checks the basket. Leaves the slice without one if there is nothing to put into it. */
  async function findBasket(): Promise<void> {
    // An error stays visible until a request succeeds, so that automatic retries do not flicker.
    if (cell.read().status === 'asleep') cell.set({ status: 'loading' });
    await flushed;
    flushed = undefined;
    // A closed tab may have sent a last request that the server has not processed yet.
    if (slice().saved.some(({ id, isUnsure }) => isUnsure && !sentHere.has(id))) {
      await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
      cell.readStorage();
    }
    if (!slice().basketId) {
      // Its id is stored and then checked, as any stored id is (spec §4).
      const actual = await api.findActualBasket();
      if (actual) cell.change((known) => ({ ...known, basketId: actual.id }));
    }
    const { basketId } = slice();
    if (basketId) await checkBasket(basketId);
    else if (slice().items.some(({ productId }) => !hidden().has(productId))) await createBasket();
    else {
      cell.change((known) => ({ ...known, saved: [] }));
      show(undefined);
    }
    isStale = false;
  }

  async function checkBasket(basketId: string): Promise<void> {
    try {
      const basket = await api.checkBasket(basketId);
      if (!isOver(basket)) return accept(basket);
      cell.change((known) => dropBasket(known, true));
    } catch (error) {
      finalFailure(error);
      cell.change((known) => dropBasket(known, false));
    }
    cell.set({ basket: undefined });
    await findBasket();
  }

  /** Creates the basket from the saved items (spec §4). An unavailable item does not block the others. */
  async function createBasket(): Promise<void> {
    const items = slice().items.filter(({ productId }) => !hidden().has(productId));
    mark(items.map(({ productId }) => productId));
    const { id, refused } = await api.createBasket(items.map(toNewItem));
    cell.change((known) => ({ ...known, basketId: id }));
    const basket = await api.checkBasket(id);
    accept(basket);
    for (const { id: productId, code } of refused) {
      refuse(productId, { kind: 'refused', code });
      cell.change((known) => resetItem(known, productId));
    }
  }

  function refuse(productId: number, failure: Failure): void {
    const refusal: Refusal = failure.kind === 'refused' ? toRefusal(failure.code) : 'refused';
    cell.set({ refusals: { ...cell.read().refusals, [productId]: refusal } });
  }

  async function send({ productId, ...call }: ReturnType<typeof unsentCalls>[number], basketId: string): Promise<void> {
    const sent = { productId, count: wantedCount(slice(), productId) };
    mark([productId]);
    onTheWay = sent;
    try {
      const basket = await api.changeCount(basketId, productId, call);
      // The page has sent later changes. Whether this response includes them is unknown: the basket is read again.
      if (!flushed) accept(basket, sent);
    } catch (error) {
      await onRefusal(error, productId, basketId);
    } finally {
      onTheWay = undefined;
    }
  }

  async function onRefusal(error: unknown, productId: number, basketId: string): Promise<void> {
    const failure = finalFailure(error);
    if (failure.kind === 'basket-gone') {
      cell.change((known) => dropBasket(known, false));
      isStale = true;
      return;
    }
    const wasRefused = productId in cell.read().refusals;
    refuse(productId, failure);
    const isTooMany = failure.kind === 'refused' && failure.code === 'out-of-stock' && !wasRefused;
    // The server does not have the product yet: this call adds the whole count.
    if (isTooMany && savedCount(slice(), productId) === 0) {
      await api.createBasket([{ id: productId, count: wantedCount(slice(), productId) }]);
    }
    const basket = await api.checkBasket(basketId);
    if (isOver(basket)) {
      isStale = true;
      return;
    }
    accept(basket);
    const item = basket.basketItems.find((one) => one.productId === productId);
    cell.change((known) => resetItem(known, productId, (isTooMany && item?.availableCount) || 0));
  }

  async function converse(): Promise<void> {
    while (isSignedIn()) {
      cell.readStorage();
      if (isStale || !slice().basketId) await findBasket();
      const { basketId } = slice();
      if (!basketId) return;
      const [call] = unsentCalls(slice(), hidden());
      if (!call) return;
      await send(call, basketId);
    }
  }

  /**
   * The basket waits for its payment: it is the server's until the payment ends, and nothing of it stays in this browser.
   * If its items stayed, a guest who signs in would get them in the basket of the account. What the shopper has changed
   * is refused, and a message says so.
   */
  function freeze(basket: Basket): void {
    cell.readStorage();
    const refused = unsentCalls(confirm(slice(), basket), new Set());
    cell.change(() => EMPTY_SLICE);
    const reasons = refused.map(({ productId }) => [productId, 'basket-frozen'] as const);
    cell.set({ undos: [], refusals: { ...cell.read().refusals, ...Object.fromEntries(reasons) } });
  }

  async function loadBasket(): Promise<void> {
    cell.readStorage();
    const { basketId, items } = slice();
    if (!isSignedIn()) return;
    if (basketId) await checkBasket(basketId);
    // The other tab may have begun the payment. One that is shown is not looked up again: that writes to the storage, and
    // two tabs would answer each other without end.
    else if (items.length === 0 && !isFrozen(cell.read())) await findBasket();
  }

  async function run(work: () => Promise<void>): Promise<void> {
    clearTimeout(retryTimer);
    try {
      await inTurn(work);
    } catch (error) {
      const failure = failureOf(error);
      // Without an account there is no basket. The session store handles the sign-out.
      if (failure.kind !== 'signed-out')
        wait(error, failure.kind === 'waits' ? failure.connectionError : 'unavailable');
    }
  }

  async function inLine(work: () => Promise<void>): Promise<void> {
    while (running) await running;
    const current = work();
    running = current.catch(() => {});
    try {
      await current;
    } finally {
      running = undefined;
    }
  }

  const sync = () => inLine(() => run(converse));

  return {
    sync,
    refresh() {
      isStale = true;
      return sync();
    },
    load: () => inLine(() => run(loadBasket)),
    flush() {
      const { basketId } = slice();
      const calls = unsentCalls(slice(), new Set(), onTheWay);
      if (!isSignedIn() || !basketId || calls.length === 0) return;
      isStale = true;
      mark(calls.map(({ productId }) => productId));
      flushed = Promise.allSettled(calls.map(({ productId, ...call }) => api.changeCount(basketId, productId, call)));
    },
    async withBasket(call) {
      await sync();
      await inLine(() =>
        inTurn(async () => {
          // The slice of a basket that is being paid for is empty. The server refuses the action.
          const basketId = slice().basketId ?? cell.read().basket?.id;
          if (basketId) accept((await call(basketId)) as Basket);
        }),
      );
    },
    stop() {
      clearTimeout(retryTimer);
      isStale = true;
      failures = 0;
    },
  };
}

const toNewItem = ({ productId, count }: { productId: number; count: number }) => ({ id: productId, count });

function toRefusal(code: string): Refusal {
  return REFUSALS.find((known) => known === code) ?? 'refused';
}

function isOver({ statusId }: CartBasket): boolean {
  return statusId === BASKET_STATUS.paid || statusId === BASKET_STATUS.cancelled;
}

/** The request may succeed later: the cart waits. */
function finalFailure(error: unknown): Failure {
  const failure = failureOf(error);
  if (failure.kind === 'waits' || failure.kind === 'signed-out') throw error;
  return failure;
}
