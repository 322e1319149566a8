import { BASKET_STATUS } from '@oyna/domain/states';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallApi } from '~/lib/browser-api.ts';
import { readToken, startSession } from '../../lib/session/session.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { connectCart } from './cart.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('StorageEvent', Event);
});
afterEach(() => void vi.unstubAllGlobals());

it('ignores an answer to the guest that arrives after the sign-in', async () => {
  const counts: Record<string, number> = { guest: 2, member: 0 };
  const sent: string[] = [];
  let onAsked: (() => Promise<void>) | undefined;
  const basketOf = (token: string) => ({
    id: `of ${token}`,
    statusId: BASKET_STATUS.open,
    basketItems: counts[token] ? [{ productId: 7, name: 'A', price: 100, count: counts[token] }] : [],
  });
  const api = {
    GET: async (_path: string, options: { params?: { path: { id: string } } }) => {
      const token = readToken() ?? '';
      const basket = basketOf(token);
      await onAsked?.();
      if (options.params && options.params.path.id !== basket.id) throw { status: 404, code: 'basket-id-missing' };
      return basket;
    },
    PUT: async (_path: string, { params: { path } }: { params: { path: { basketId: string; count: number } } }) => {
      const token = readToken() ?? '';
      sent.push(`${path.basketId} +${path.count}`);
      counts[token] = (counts[token] ?? 0) + path.count;
      return basketOf(token);
    },
  };
  const cart = connectCart((async (call: (given: typeof api) => unknown) => call(api)) as unknown as CallApi);
  startSession({ token: 'guest', expired: TOMORROW, isGuest: true });
  await cart.refresh();
  let following: Promise<void> | undefined;
  onAsked = async () => {
    onAsked = undefined;
    startSession({ token: 'member', expired: TOMORROW });
    following = cart.followSession();
  };
  await cart.refresh();
  await following;
  expect(sent).toEqual(['of member +2']);
  expect(cart.read().slice.items).toMatchObject([{ productId: 7, count: 2 }]);
});
