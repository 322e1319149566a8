import { AppError } from '@oyna/domain/errors';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { Connection } from '../../database/connection.ts';
import * as queries from './basket.queries.ts';
import { sumsOf } from './basket.view.ts';

/** What payments do with a basket, each in the payment's own transaction. */

/** What is sold, in hundredths of a dollar. */
export interface FrozenBasket {
  total: number;
  items: { productId: number; count: number; price: number }[];
}

/** Nothing in it changes from here on, and its prices are those of now. Only an open basket can be frozen. */
export async function freezeBasket(db: Connection, accountId: number, basketId: string): Promise<FrozenBasket> {
  const found = await queries.freezeBasket(db, accountId, basketId);
  if (!found) throw new AppError('basket-id-missing');
  const { is_frozen: isFrozen, sheet } = found;
  if (!isFrozen)
    throw new AppError(sheet.status === BASKET_STATUS.awaitingPayment ? 'basket-frozen' : 'state-conflict');
  if (!sheet.items) throw new AppError('basket-empty');
  // The buyer has seen a price with it: they are told before they pay another.
  if (sheet.is_promo_over) throw new AppError('promocode-error', { field: 'code' });
  // Also what is not offered any more, although there are keys of it. What others are just taking still counts as there.
  const gone = sheet.items.filter(([, count, , , availableCount]) => availableCount < count);
  if (gone.length > 0) throw new AppError('out-of-stock', { details: { productIds: gone.map(([id]) => id) } });
  const { amount, discount } = sumsOf(sheet);
  return {
    total: amount - discount,
    items: sheet.items.map(([productId, count, price]) => ({ productId, count, price })),
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
