import type { CheckoutItem } from '@oyna/domain/checkout';
import { basketSums } from '@oyna/domain/pricing';
import { BASKET_STATUS } from '@oyna/domain/states';
import type { ProductNames } from './basket.products.ts';
import type { BasketContents, BasketPayment } from './basket.queries.ts';
import type { ShownBasket, ShownItem } from './basket.schemas.ts';

/** Listed keys are masked. A separate call reveals a key and records it. */
const MASKED_KEY = '••••-••••-••••';

/** A payment comes with the label of its provider. */
export function basketOf(
  contents: BasketContents,
  namesOf: ProductNames,
  payment?: BasketPayment & { providerLabel: string },
): ShownBasket {
  const { promo } = contents;
  const { amount, discount: present } = sumsOf(contents);
  // The terms of a code can change after the sale.
  const discount = payment?.discount_cents ?? present;
  return {
    id: contents.id,
    isDirect: contents.isDirect,
    createDate: new Date(contents.createdAt).toISOString(),
    statusId: contents.status,
    amount,
    discount,
    total: amount - discount,
    promo: promo && {
      code: promo.code,
      percent: promo.percent,
      amount: promo.amountCents,
      minimum: promo.minimumCents,
    },
    droppedPromo: contents.droppedPromo,
    payment: payment
      ? {
          orderId: payment.order_id,
          number: payment.number,
          provider: payment.provider,
          providerLabel: payment.providerLabel,
          amount: payment.amount,
          currency: payment.currency,
          paidAt: payment.paid_at?.toISOString() ?? null,
          refundedAmount: payment.refunded,
        }
      : null,
    basketItems: itemsOf(contents, namesOf, payment),
  };
}

/** What the items cost together, and what the promo code takes off. */
export function sumsOf(contents: BasketContents): { amount: number; discount: number } {
  const items = contents.items.map((item) => ({ ...item, price: priceIn(contents, item) }));
  return basketSums(items, contents.promo ?? undefined);
}

/** In an open basket a price is the present one. Later it is what the basket was frozen with. */
function priceIn({ status }: BasketContents, { keptPrice, price }: CheckoutItem): number {
  return status === BASKET_STATUS.open ? price : keptPrice;
}

function itemsOf(contents: BasketContents, namesOf: ProductNames, payment?: BasketPayment): ShownItem[] {
  return contents.items.flatMap((item) => {
    const { productId, count, keptPrice, availableCount } = item;
    const names = namesOf(productId);
    if (!names) return [];
    const price = priceIn(contents, item);
    return {
      ...names,
      count,
      price,
      isInPromo: item.isInPromo ?? false,
      previousPrice: keptPrice === price ? null : keptPrice,
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
