import { faultOf } from '@oyna/api-client/call-fault';
import type { Basket, Product } from '@oyna/api-client/models';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { CallApi } from '~/lib/browser-api.ts';
import type { WantedPurchase } from './wanted-purchase.ts';

/** Thrown when nothing of the game is on sale. It reads as the answer of the server to a product that is sold out. */
class NothingOnSale extends Error {
  readonly code = 'out-of-stock';
}

/** The last open one of this page. A guest who signs in cannot read it any more and gets the same product again. */
let last: Basket | undefined;

/** The basket of one product. Null when there is none. */
export async function loadDirectBasket(
  callApi: CallApi,
  wanted: Exclude<WantedPurchase, { kind: 'cart' }>,
): Promise<Basket | null> {
  const basket = await load(callApi, wanted);
  last = basket?.isDirect && basket.statusId === BASKET_STATUS.open ? basket : undefined;
  return basket;
}

async function load(callApi: CallApi, wanted: Exclude<WantedPurchase, { kind: 'cart' }>): Promise<Basket | null> {
  switch (wanted.kind) {
    case 'basket':
      return callApi((api) => api.GET('/api/v1/basket/check/{id}', { params: { path: { id: wanted.id } } })).catch(
        (error: unknown) => {
          if (faultOf(error).error !== 'basket-id-missing') throw error;
          const [item] = last?.id === wanted.id ? last.basketItems : [];
          return item ? openDirect(callApi, item.productId, item.count) : null;
        },
      );
    case 'product':
      return openDirect(callApi, wanted.id, wanted.count);
    case 'game': {
      const query = { gameid: wanted.id, pageSize: 100 };
      const { items } = await callApi((api) => api.GET('/api/v1/products', { params: { query } }));
      const offer = shownOffer(items, wanted);
      if (!offer) throw new NothingOnSale();
      return openDirect(callApi, offer.id, 1);
    }
  }
}

const openDirect = (callApi: CallApi, productId: number, count: number) =>
  callApi((api) => api.POST('/api/v1/basket/direct', { body: { productId, count } }));

type Offer = Pick<Product, 'id' | 'available' | 'platform' | 'region' | 'priceWithDiscount'>;

/** The cheapest of the platform and region, as the card says it; when these are gone, the cheapest of the game. */
export function shownOffer<Item extends Offer>(
  offers: readonly Item[],
  { platform, region }: { platform: string | undefined; region: string | undefined },
): Item | undefined {
  const onSale = offers
    .filter(({ available }) => available)
    .toSorted((a, b) => (a.priceWithDiscount ?? 0) - (b.priceWithDiscount ?? 0) || a.id - b.id);
  return onSale.find((offer) => offer.platform === platform && offer.region === region) ?? onSale[0];
}
