import type { Basket, BasketItem } from '@oyna/api-client/models';
import { basketSums, basketTotal, type PromoTerms } from '@oyna/domain/pricing';
import { type CartSlice, EMPTY_SLICE } from './basket.ts';
import { confirm, savedCount, wantedCount } from './cart-slice.ts';
import { type CartState, isFrozen, type Refusal } from './cart-state.ts';

/** A row of the cart. */
export interface CartLine {
  productId: number;
  /** The product as the server describes it; undefined until it is loaded. */
  details: BasketItem | undefined;
  name: string;
  price: number | undefined;
  count: number;
  /** It was set to 0 and can be restored. */
  isHidden: boolean;
  refusal: Refusal | undefined;
}

/** In the order of the server, so that rows do not jump. Items that it does not have yet come last. */
export function linesOf(state: CartState<Basket>): CartLine[] {
  const { basket, undos, refusals } = state;
  const slice = shownSlice(state);
  const details = new Map(basket?.basketItems.map((item) => [item.productId, item]));
  const hidden = new Map(undos.map(({ item }) => [item.productId, item]));
  const ids = new Set([...details.keys(), ...slice.items.map(({ productId }) => productId), ...hidden.keys()]);
  return [...ids].flatMap((productId) => {
    const count = wantedCount(slice, productId);
    const undone = count === 0 ? hidden.get(productId) : undefined;
    if (count === 0 && !undone) return [];
    const own = details.get(productId);
    const saved = slice.saved.find(({ id }) => id === productId);
    const item = undone ?? slice.items.find((one) => one.productId === productId);
    return {
      productId,
      details: own,
      name: own?.gameName ?? saved?.name ?? '',
      price: own?.price ?? item?.price,
      count: undone?.count ?? count,
      isHidden: undone !== undefined,
      refusal: refusals[productId],
    };
  });
}

/** Keys of a frozen basket are reserved for it and no longer count as available. */
export function areAvailable(lines: readonly Pick<CartLine, 'details' | 'count'>[], isFrozen: boolean): boolean {
  return (
    isFrozen || lines.every(({ details, count }) => !details || (details.availableCount >= count && details.price > 0))
  );
}

export interface CartSummary {
  count: number;
  /** US cents; undefined when something has no price. */
  amount: number | undefined;
  discount: number;
  total: number | undefined;
}

/** The totals of the server. While a change is being sent, the same totals are calculated here. */
export function summaryOf(state: CartState<Basket>, lines: readonly CartLine[]): CartSummary {
  const shown = lines.filter(({ isHidden }) => !isHidden);
  const count = shown.reduce((sum, line) => sum + line.count, 0);
  const { basket } = state;
  const slice = shownSlice(state);
  const isSettled =
    basket?.basketItems.every((item) => item.count === wantedCount(slice, item.productId)) &&
    shown.every((line) => line.details && line.count === savedCount(slice, line.productId));
  if (basket && isSettled) return { count, amount: basket.amount, discount: basket.discount, total: basket.total };
  const amount = basketTotal(shown);
  if (amount === undefined) return { count, amount, discount: 0, total: undefined };
  // Whether the code is for an item that the server does not have yet is not known: it takes nothing off.
  const items = shown.map(({ price, count: pieces, details }) => ({
    price,
    count: pieces,
    isInPromo: details?.isInPromo ?? false,
  }));
  const { discount } = basketSums(items, termsOf(basket?.promo));
  return { count, amount, discount, total: amount - discount };
}

/** While the basket waits for its payment, this browser keeps no items of it. */
function shownSlice(state: CartState<Basket>): CartSlice {
  const { basket, slice } = state;
  return basket && isFrozen(state) ? confirm(EMPTY_SLICE, basket) : slice;
}

function termsOf(promo: Basket['promo'] | undefined): PromoTerms | undefined {
  return promo ? { percent: promo.percent, amountCents: promo.amount, minimumCents: promo.minimum } : undefined;
}
