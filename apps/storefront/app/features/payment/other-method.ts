import type { Order } from '@oyna/api-client/models';
import { basketPath } from '../../lib/buy-now.ts';

/** Where another method is chosen for the same basket. Without an order it is the cart. */
export const otherMethodPath = (order: Pick<Order, 'basketId' | 'isDirect'> | undefined): string =>
  order?.isDirect ? basketPath(order.basketId) : '/payment';
