import { basketTotal, type PromoDiscount, promoDiscount } from '@oyna/domain/pricing';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { ProductNames } from './basket.products.ts';
import type { BasketPayment, BasketSheet } from './basket.queries.ts';
import type { ShownBasket, ShownItem } from './basket.schemas.ts';

/** As a key is listed; seeing one is a call of its own, and recorded. */
const MASKED_KEY = '••••-••••-••••';

export function basketOf(sheet: BasketSheet, namesOf: ProductNames, payment?: BasketPayment): ShownBasket {
  const basketItems = itemsOf(sheet, namesOf, payment);
  const { amount, discount } = sumsOf(sheet);
  return {
    id: sheet.id,
    createDate: new Date(sheet.created_at).toISOString(),
    statusId: sheet.status,
    amount,
    discount,
    total: amount - discount,
    promo:
      sheet.promo_code === null
        ? null
        : {
            code: sheet.promo_code,
            percent: sheet.promo_percent,
            amount: sheet.promo_amount_cents,
            minimum: sheet.promo_minimum_cents ?? 0,
          },
    droppedPromo: sheet.dropped_promo,
    payment: payment
      ? {
          orderId: payment.order_id,
          number: payment.number,
          provider: payment.provider,
          amount: payment.amount,
          currency: payment.currency,
          paidAt: payment.paid_at?.toISOString() ?? null,
          refundedAmount: payment.refunded,
        }
      : null,
    basketItems,
  };
}

/** What the items come to, and what the promo code takes off. */
export function sumsOf(sheet: BasketSheet): { amount: number; discount: number } {
  const items = (sheet.items ?? []).map(([, count, kept, now]) => ({ count, price: priceIn(sheet, kept, now) }));
  const amount = basketTotal(items) ?? 0;
  const isOff = sheet.promo_code === null || amount < (sheet.promo_minimum_cents ?? 0);
  return { amount, discount: isOff ? 0 : promoDiscount(amount, termsOf(sheet)) };
}

function termsOf({ promo_percent: percent, promo_amount_cents: amount }: BasketSheet): PromoDiscount {
  return percent === null ? { kind: 'amount', cents: amount ?? 0 } : { kind: 'percent', percent };
}

/** While the basket is open a price is today's; later it is the one the basket was frozen with. */
function priceIn({ status }: BasketSheet, kept: number, now: number): number {
  return status === BASKET_STATUS.open ? now : kept;
}

function itemsOf(sheet: BasketSheet, namesOf: ProductNames, payment?: BasketPayment): ShownItem[] {
  return (sheet.items ?? []).flatMap(([productId, count, kept, now, availableCount]) => {
    const names = namesOf(productId);
    if (!names) return [];
    const price = priceIn(sheet, kept, now);
    return {
      ...names,
      count,
      price,
      previousPrice: kept === price ? null : kept,
      available: availableCount >= count,
      availableCount,
      show: true,
      deleted: false,
      newCount: count,
      orders: (payment?.keys ?? [])
        .filter((key) => key.product_id === productId)
        .map((key) => ({
          id: key.key_id,
          productKey: MASKED_KEY,
          claim: key.claim,
          claimAnswer: key.claim_answer,
          isRevoked: key.is_revoked,
        })),
      returnedCount: (payment?.returned ?? []).filter((id) => id === productId).length,
    };
  });
}
