import { AppError } from '@oyna/domain/errors';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { Connection } from '../../database/connection.ts';
import * as queries from './basket.queries.ts';
import { sumsOf } from './basket.view.ts';

/** What payments do with a basket. */

/** What is to be paid for, in hundredths of a dollar. */
export interface Checkout {
  total: number;
  items: { productId: number; count: number; price: number }[];
  promo: string | null;
}

/** What an open basket comes to now. Whoever freezes it later has to find it like this. */
export async function readCheckout(db: Connection, accountId: number, basketId: string): Promise<Checkout> {
  const [sheet] = await queries.listBasket(db, accountId, basketId);
  if (!sheet) throw new AppError('basket-id-missing');
  if (sheet.status === BASKET_STATUS.awaitingPayment) throw new AppError('basket-frozen');
  if (sheet.status !== BASKET_STATUS.open) throw new AppError('state-conflict');
  if (!sheet.items) throw new AppError('basket-empty');
  // The buyer has seen a price with it: they are told before they pay another.
  if (sheet.is_promo_over) throw new AppError('promocode-error', { field: 'code' });
  // Also what is not offered any more, although there are keys of it. What others are just taking still counts as there.
  const gone = sheet.items.filter(([, count, , , availableCount]) => availableCount < count);
  if (gone.length > 0) throw new AppError('out-of-stock', { details: { productIds: gone.map(([id]) => id) } });
  const { amount, discount } = sumsOf(sheet);
  return {
    total: amount - discount,
    items: sheet.items.map(([productId, count, , price]) => ({ productId, count, price })),
    promo: sheet.promo_code,
  };
}

/** After a payment that did not come about the basket is the buyer's again. */
export const reopenBasket = (db: Connection, basketId: string) =>
  queries.moveBasket(db, basketId, [BASKET_STATUS.awaitingPayment], BASKET_STATUS.open);

/** Also an open one: a payment that came late finds its basket as it was, and closes it. */
export const closeBasket = (db: Connection, basketId: string) =>
  queries.moveBasket(db, basketId, [BASKET_STATUS.open, BASKET_STATUS.awaitingPayment], BASKET_STATUS.paid);

/** Locks the basket, and says whether it is open, or held by this payment itself, and holds exactly these. */
export async function isBasketAsItWas(
  db: Connection,
  accountId: number,
  basketId: string,
  items: { productId: number; count: number }[],
  mayBeFrozen = false,
): Promise<boolean> {
  const basket = await queries.lockBasket(db, accountId, basketId);
  if (mayBeFrozen && basket?.status === BASKET_STATUS.awaitingPayment) return true;
  if (basket?.status !== BASKET_STATUS.open) return false;
  const [sheet] = await queries.listBasket(db, accountId, basketId);
  const counts = new Map((sheet?.items ?? []).map(([productId, count]) => [productId, count]));
  return counts.size === items.length && items.every(({ productId, count }) => counts.get(productId) === count);
}
