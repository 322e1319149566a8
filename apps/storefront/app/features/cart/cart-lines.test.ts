import type { Basket, BasketItem } from '@oyna/api-client/models';
import { BASKET_STATUS } from '@oyna/domain/states';
import { describe, expect, it } from 'vitest';
import { EMPTY_SLICE } from './basket.ts';
import { areAvailable, linesOf, summaryOf } from './cart-lines.ts';
import { asleep, type CartState } from './cart-state.ts';

const bought = (productId: number, count: number, price = 1000): BasketItem => ({
  productId,
  gameId: productId * 10,
  name: `Game ${productId} — Standard`,
  gameName: `Game ${productId}`,
  typeName: 'Key',
  platform: 'Steam',
  region: 'KZ',
  images: { mainframe: '', poster: '' },
  color: '#123456',
  count,
  price,
  isInPromo: true,
  previousPrice: null,
  available: true,
  availableCount: 999,
  show: true,
  deleted: false,
  newCount: count,
  orders: [],
  returnedCount: 0,
});

function stateOf(basketItems: BasketItem[], change: Partial<CartState<Basket>> = {}, promo: Basket['promo'] = null) {
  const amount = basketItems.reduce((sum, { price, count }) => sum + price * count, 0);
  const basket = {
    id: 'mine',
    createDate: '',
    statusId: 1,
    amount,
    discount: 1,
    total: amount - 1,
    promo,
    droppedPromo: null,
    basketItems,
  } as Basket;
  const slice = {
    basketId: 'mine',
    items: basketItems.map(({ productId, count, price }) => ({ productId, count, price })),
    saved: basketItems.map(({ productId, name, count, price }) => ({ id: productId, name, count, price })),
  };
  return { ...asleep<Basket>(slice), basket, ...change };
}

const short = (state: CartState<Basket>) =>
  linesOf(state).map(({ productId, count, isHidden }) => [productId, count, isHidden]);

describe('linesOf', () => {
  it('shows the basket of the server while it waits for its payment, with its totals', () => {
    const state = stateOf([bought(5, 2)], { slice: EMPTY_SLICE });
    const frozen = stateOf([bought(5, 2)], { slice: EMPTY_SLICE });
    if (frozen.basket) frozen.basket.statusId = BASKET_STATUS.awaitingPayment;
    expect([short(state), short(frozen)]).toEqual([[], [[5, 2, false]]]);
    expect(summaryOf(frozen, linesOf(frozen))).toMatchObject({ count: 2, amount: 2000, discount: 1, total: 1999 });
  });

  it('shows the wanted items in the order of the server, with new items last', () => {
    const state = stateOf([bought(5, 1), bought(2, 1)]);
    state.slice = {
      ...state.slice,
      items: [
        { productId: 9, count: 1, price: 1 },
        { productId: 2, count: 4, price: 1000 },
        { productId: 5, count: 1, price: 1000 },
      ],
    };
    expect(short(state)).toEqual([
      [5, 1, false],
      [2, 4, false],
      [9, 1, false],
    ]);
    expect(linesOf(state)[2]?.details).toBeUndefined();
  });

  it('keeps the row of an item that can be restored, and none for a removed item', () => {
    const state = stateOf([bought(1, 2), bought(2, 1), bought(3, 1)]);
    state.slice = { ...state.slice, items: [{ productId: 3, count: 1, price: 1000 }] };
    const undos = [{ item: { productId: 1, count: 2, price: 1000 }, until: 0 }];
    expect(short({ ...state, undos })).toEqual([
      [1, 2, true],
      [3, 1, false],
    ]);
  });
});

describe('summaryOf', () => {
  const sums = (state: CartState<Basket>) => summaryOf(state, linesOf(state));
  const PERCENT = { code: 'OYNA', percent: 10, amount: null, minimum: 0 };

  it('is the server’s when it has everything', () => {
    expect(sums(stateOf([bought(1, 2)]))).toEqual({ count: 2, amount: 2000, discount: 1, total: 1999 });
  });

  it('is calculated here while a change is being sent', () => {
    const state = stateOf([bought(1, 2)], {}, PERCENT);
    state.slice = { ...state.slice, items: [{ productId: 1, count: 3, price: 1000 }] };
    expect(sums(state)).toEqual({ count: 3, amount: 3000, discount: 300, total: 2700 });
  });

  it('leaves out hidden items', () => {
    const state = stateOf([bought(1, 2), bought(2, 1)], {}, { ...PERCENT, percent: null, amount: 300 });
    state.slice = { ...state.slice, items: [{ productId: 2, count: 1, price: 1000 }] };
    const undos = [{ item: { productId: 1, count: 2, price: 1000 }, until: 0 }];
    expect(sums({ ...state, undos })).toEqual({ count: 1, amount: 1000, discount: 300, total: 700 });
  });

  it('takes the promo code off the items in its scope, and off none that the server does not have yet', () => {
    const state = stateOf([bought(1, 1), { ...bought(2, 1), isInPromo: false }], {}, PERCENT);
    const wanted = (productId: number, count: number) => ({ productId, count, price: 1000 });
    state.slice = { ...state.slice, items: [wanted(1, 2), wanted(2, 3), wanted(9, 1)] };
    expect(sums(state)).toEqual({ count: 6, amount: 6000, discount: 200, total: 5800 });
  });

  it('takes nothing off below the promo code’s minimum', () => {
    const state = stateOf([bought(1, 2)], {}, { ...PERCENT, minimum: 2000 });
    state.slice = { ...state.slice, items: [{ productId: 1, count: 1, price: 1000 }] };
    expect(sums(state)).toMatchObject({ discount: 0, total: 1000 });
  });
});

describe('areAvailable', () => {
  it('is whether there is enough of everything, at a price', () => {
    expect(areAvailable([{ details: bought(1, 2), count: 2 }], false)).toBe(true);
    expect(areAvailable([{ details: { ...bought(1, 2), availableCount: 1 }, count: 2 }], false)).toBe(false);
    expect(areAvailable([{ details: bought(1, 2, 0), count: 2 }], false)).toBe(false);
  });

  it('ignores the available count when a frozen basket holds the last keys', () => {
    expect(areAvailable([{ details: { ...bought(1, 2), availableCount: 0 }, count: 2 }], true)).toBe(true);
  });
});
