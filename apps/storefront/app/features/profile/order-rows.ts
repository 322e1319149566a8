import type { Basket } from '@oyna/api-client/models';
import { BASKET_STATUS } from '@oyna/domain/states';

export interface OrderRow {
  id: string;
  /** The short number of the order; several products of one order share it. Undefined without a payment. */
  orderNumber: string | undefined;
  productName: string;
  gameId: number;
  /** The page of the order. */
  orderPath: string | undefined;
  /** The key, which is shown on demand; undefined for what could not be delivered. */
  keyId: number | undefined;
  date: string;
}

/** One row per thing bought, newest first: only paid baskets are orders (spec §4). */
export function orderRows(baskets: readonly Basket[]): OrderRow[] {
  return baskets
    .filter(({ statusId }) => statusId === BASKET_STATUS.paid)
    .flatMap(({ id, createDate, payment, basketItems }) =>
      basketItems.flatMap(({ productId, gameId, name, count, orders }) => {
        const orderPath = payment ? `/payment/result?order=${payment.orderId}` : undefined;
        const orderNumber = payment?.number;
        const row = { orderNumber, productName: name, gameId, date: payment?.paidAt ?? createDate, orderPath };
        const undelivered = Math.max(0, count - orders.length);
        return [
          ...orders.map((order) => ({ ...row, id: `${id} ${order.id}`, keyId: order.id })),
          ...Array.from({ length: undelivered }, (_, index) => ({
            ...row,
            id: `${id} ${productId} ${index}`,
            keyId: undefined,
          })),
        ];
      }),
    )
    .toSorted((a, b) => b.date.localeCompare(a.date));
}
