import { AppError } from '@oyna/domain/errors';
import { BASKET_STATUS, type BasketStatus } from '@oyna/domain/states';
import type { Connection } from '../../platform/database/connection.ts';
import { keepOnlyPromo } from '../promo/promo.service.ts';
import * as queries from './basket.queries.ts';
import { sumsOf } from './basket.view.ts';

/** What payments do with a basket. */

/** What is to be paid for, in hundredths of a dollar. */
export interface Checkout {
  total: number;
  /** What the promo code takes off; the items come to the total with it. */
  discount: number;
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
    discount,
    items: sheet.items.map(([productId, count, , price]) => ({ productId, count, price })),
    promo: sheet.promo_code,
  };
}

/** After a payment that did not come about the basket is the buyer's again. */
export const reopenBasket = (db: Connection, basketId: string) =>
  queries.moveBasket(db, basketId, [BASKET_STATUS.awaitingPayment], BASKET_STATUS.open);

/**
 * Closes the basket of a confirmed payment. Afterwards it holds exactly the promo code that lowered the payment; a code that
 * took nothing off is given back. The caller has locked the codes if the payment had been given up.
 */
export async function closeBasket(
  db: Connection,
  basket: { id: string; accountId: number },
  promoCodeId: number | null,
): Promise<void> {
  await queries.moveBasket(db, basket.id, [BASKET_STATUS.open, BASKET_STATUS.awaitingPayment], BASKET_STATUS.paid);
  await keepOnlyPromo(db, promoCodeId, { accountId: basket.accountId, basketId: basket.id });
}

/** Locks the basket of a payment that was given up, and answers what it holds now. */
export async function lockGivenUpBasket(db: Connection, accountId: number, basketId: string) {
  const basket = await queries.lockBasket(db, accountId, basketId);
  if (!basket) return undefined;
  return { status: basket.status as BasketStatus, items: await queries.listOfferedItems(db, basketId) };
}
