import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CartItem, changeCart, countCall, pendingCalls } from './cart.ts';

const item = (productId: number, count: number, price = 100): CartItem => ({ productId, count, price });
const anyItem = fc.record({ productId: fc.nat(5), count: fc.integer({ min: 1, max: 50 }), price: fc.nat(10_000) });

const totalOf = (items: CartItem[]) => items.reduce((total, { count }) => total + count, 0);

describe('a cart', () => {
  it('merges counts for an existing product and takes its newest price', () => {
    expect(changeCart([item(1, 2), item(2, 1)], { type: 'add', item: item(1, 3, 90) })).toEqual([
      item(1, 5, 90),
      item(2, 1),
    ]);
    expect(changeCart([], { type: 'add', item: item(1, 1) })).toEqual([item(1, 1)]);
  });

  it('adds nothing for a count of zero or none', () => {
    for (const count of [0, -1, 1.5, Number.NaN]) {
      expect(changeCart([item(1, 2)], { type: 'add', item: item(1, count) })).toEqual([item(1, 2)]);
    }
  });

  it('removes one product and leaves the others', () => {
    expect(changeCart([item(1, 2), item(2, 1)], { type: 'remove', productId: 1 })).toEqual([item(2, 1)]);
  });

  it('sets a count, and removes at zero or less', () => {
    const cart = [item(1, 2), item(2, 1)];
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: 7 })).toEqual([item(1, 7), item(2, 1)]);
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: 1 })).toEqual([item(1, 1), item(2, 1)]);
    for (const count of [0, -3]) {
      expect(changeCart(cart, { type: 'set-count', productId: 1, count })).toEqual([item(2, 1)]);
    }
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: Number.NaN })).toEqual(cart);
    expect(changeCart(cart, { type: 'set-count', productId: 9, count: 1 })).toEqual(cart);
  });

  it('is emptied by clear', () => {
    expect(changeCart([item(1, 2)], { type: 'clear' })).toEqual([]);
  });

  it('keeps what else an item carries', () => {
    const named = { ...item(1, 1), name: 'Oyna' };
    expect(changeCart([named], { type: 'set-count', productId: 1, count: 2 })).toEqual([{ ...named, count: 2 }]);
  });

  it('ignores invalid values of local storage', () => {
    expect(changeCart([item(1, Number.NaN)], { type: 'add', item: item(1, 2) })).toEqual([item(1, 2)]);
  });

  it('conserves the total when counts merge, and holds each product once', () => {
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        const cart = items.reduce((so: CartItem[], next) => changeCart(so, { type: 'add', item: next }), []);
        expect(totalOf(cart)).toBe(totalOf(items));
        expect(new Set(cart.map(({ productId }) => productId)).size).toBe(cart.length);
      }),
    );
  });

  it('is never changed in place', () => {
    const cart = Object.freeze([Object.freeze(item(1, 2))]);
    changeCart(cart, { type: 'add', item: item(1, 1) });
    changeCart(cart, { type: 'set-count', productId: 1, count: 4 });
    changeCart(cart, { type: 'remove', productId: 1 });
    expect(cart).toEqual([item(1, 2)]);
  });
});

describe('the calls that bring the server to the wanted count', () => {
  it('add an increase and remove a decrease', () => {
    expect(countCall(2, 5)).toEqual({ call: 'add', count: 3 });
    expect(countCall(5, 2)).toEqual({ call: 'remove', count: 3 });
    expect(countCall(5, -1)).toEqual({ call: 'remove', count: 5 });
    expect(countCall(5, 5)).toBeUndefined();
    expect(countCall(5, Number.NaN)).toBeUndefined();
  });

  it('lead from any count to any other', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (server, wanted) => {
        const call = countCall(server, wanted);
        const after = server + (call?.call === 'add' ? call.count : -(call?.count ?? 0));
        expect(after).toBe(Math.max(0, wanted));
      }),
    );
  });

  it('on leaving remove hidden items and send changed counts, and nothing else', () => {
    expect(
      pendingCalls([
        { productId: 1, count: 2 },
        { productId: 2, count: 2, newCount: 3, show: true },
        { productId: 3, count: 2, newCount: 0 },
        { productId: 4, count: 2, show: false },
        { productId: 5, count: 2, newCount: 9, deleted: true },
      ]),
    ).toEqual([
      { productId: 2, call: 'add', count: 1 },
      { productId: 3, call: 'remove', count: 2 },
      { productId: 4, call: 'remove', count: 2 },
    ]);
  });
});
