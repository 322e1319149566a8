import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSettled, parseItems, readSlice, writeSlice } from './cart-storage.ts';

const stored = new Map<string, string>();
const dispatched: (string | null)[] = [];

beforeEach(() => {
  stored.clear();
  dispatched.length = 0;
  vi.stubGlobal(
    'StorageEvent',
    class {
      key: string | null;
      constructor(_type: string, { key }: { key: string | null }) {
        this.key = key;
      }
    },
  );
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    dispatchEvent: ({ key }: { key: string | null }) => dispatched.push(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const SLICE = {
  basketId: 'mine',
  items: [{ productId: 1, count: 2, price: 500 }],
  saved: [{ id: 1, name: 'A', price: 500, count: 2 }],
};

it('stores the cart under the names of the spec and notifies this tab', () => {
  writeSlice(SLICE);
  expect(Object.fromEntries(stored)).toEqual({
    basketId: 'mine',
    cartItems: '[{"productId":1,"count":2,"price":500}]',
    basketItems: '[{"id":1,"name":"A","price":500,"count":2}]',
  });
  expect(dispatched).toEqual([LOCAL_STORAGE_KEYS.cartItems]);
  expect(readSlice()).toEqual(SLICE);
  writeSlice({ ...SLICE, basketId: undefined });
  expect(stored.has('basketId')).toBe(false);
});

it.each([
  undefined,
  '',
  'null',
  '{}',
  '7',
  'not json',
  '[1,null,"x",[]]',
  '[{"productId":1,"count":-4}]',
  '[{"count":2}]',
])('takes nothing from %j', (text) => expect(parseItems(text)).toEqual([]));

describe('a storage that holds basketItems alone', () => {
  const SAVED = '[{"id":7,"name":"A","price":500,"count":2},{"id":8,"name":"B","price":300,"count":0}]';

  it('becomes the wanted items of a basket that does not exist yet', () => {
    stored.set('basketItems', SAVED);
    expect(readSlice()).toEqual({
      basketId: undefined,
      items: [{ productId: 7, count: 2, price: 500 }],
      saved: [],
    });
  });

  it('is what the server has when the basket id is known', () => {
    stored.set('basketItems', SAVED);
    stored.set('basketId', 'mine');
    expect(readSlice()).toMatchObject({
      basketId: 'mine',
      items: [{ productId: 7, count: 2, price: 500 }],
      saved: [{ id: 7 }, { id: 8 }],
    });
  });

  it('stays out of a cart that was emptied on purpose', () => {
    stored.set('basketItems', SAVED);
    stored.set('cartItems', '[]');
    expect(readSlice()?.items).toEqual([]);
  });
});

describe('isSettled', () => {
  it.each([
    ['nothing has changed', SLICE, true],
    ['there is no basket', { ...SLICE, basketId: undefined }, false],
    ['a count has changed', { ...SLICE, items: [{ productId: 1, count: 3, price: 500 }] }, false],
    ['something was added', { ...SLICE, items: [...SLICE.items, { productId: 2, count: 1, price: 1 }] }, false],
    ['something was removed', { ...SLICE, items: [] }, false],
  ])('when %s', (_case, slice, answer) => {
    writeSlice(slice);
    expect(isSettled()).toBe(answer);
  });
});
