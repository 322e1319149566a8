import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const refreshed = Promise.withResolvers<void>();
const refresh = vi.fn(() => refreshed.promise);
vi.mock('./open-cart.ts', () => ({ openCart: async () => ({ refresh }) }));

import { settleCart } from './settle-cart.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  refresh.mockClear();
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
});
afterEach(() => void vi.unstubAllGlobals());

const ITEMS = '[{"productId":1,"count":2,"price":500}]';
const SAVED = '[{"id":1,"name":"A","price":500,"count":2}]';

async function settle(cartItems: string, basketItems: string, basketId?: string): Promise<boolean> {
  stored.set('cartItems', cartItems).set('basketItems', basketItems);
  if (basketId) stored.set('basketId', basketId);
  let isDone = false;
  void settleCart(vi.fn()).then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  return isDone;
}

it('asks for nothing when the server has all changes', async () => {
  expect(await settle(ITEMS, SAVED, 'mine')).toBe(true);
  expect(refresh).not.toHaveBeenCalled();
});

it('does not wait for the cart without items: a basket that is being paid for leaves none', async () => {
  expect(await settle('[]', '[]')).toBe(true);
  expect(refresh).toHaveBeenCalledOnce();
});

it.each([
  ['an added item', ITEMS, '[]'],
  ['a removed item', '[]', SAVED],
])('waits until %s is sent', async (_what, items, saved) => {
  expect(await settle(items, saved, 'mine')).toBe(false);
  expect(refresh).toHaveBeenCalledOnce();
});
