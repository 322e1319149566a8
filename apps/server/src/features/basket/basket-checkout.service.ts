import { AppError } from '@oyna/domain/errors';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { Connection } from '../../platform/database/connection.ts';
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
