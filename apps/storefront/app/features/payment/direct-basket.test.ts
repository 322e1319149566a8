import { BASKET_STATUS } from '@oyna/domain/states';
import { expect, it } from 'vitest';
import type { CallApi } from '~/lib/browser-api.ts';
import { loadDirectBasket } from './direct-basket.ts';

/** An API that knows one direct basket, as its owner reads it. */
function apiOf(known: object & { id: string }) {
  const opened: unknown[] = [];
  const api = {
    GET: async (_path: string, { params }: { params: { path: { id: string } } }) => {
      if (params.path.id === known.id) return known;
      throw Object.assign(new Error(), { status: 404, code: 'basket-id-missing' });
    },
    POST: async (_path: string, { body }: { body: unknown }) => {
      opened.push(body);
      return known;
    },
  };
  return { opened, callApi: (async (call: (given: typeof api) => unknown) => call(api)) as unknown as CallApi };
}

const basket = (id: string, statusId: number) => ({
  id,
  statusId,
  isDirect: true,
  basketItems: [{ productId: 7, count: 2 }],
});
const guests = { kind: 'basket', id: 'of the guest' } as const;

it('opens the product of a guest again for the account that the guest signs in to', async () => {
  await loadDirectBasket(apiOf(basket(guests.id, BASKET_STATUS.open)).callApi, guests);
  const account = apiOf(basket('of the account', BASKET_STATUS.open));
  expect(await loadDirectBasket(account.callApi, guests)).toMatchObject({ id: 'of the account' });
  expect(account.opened).toEqual([{ productId: 7, count: 2 }]);
});

it('opens nothing again that is in a payment, and nothing for an unknown basket', async () => {
  const account = apiOf(basket('of the account', BASKET_STATUS.open));
  await loadDirectBasket(apiOf(basket(guests.id, BASKET_STATUS.awaitingPayment)).callApi, guests);
  expect(await loadDirectBasket(account.callApi, guests)).toBeNull();
  expect(await loadDirectBasket(account.callApi, { kind: 'basket', id: 'unknown' })).toBeNull();
  expect(account.opened).toEqual([]);
});
