import type { Basket } from '@oyna/api-client/models';
import { BASKET_STATUS } from '@oyna/domain/states';

/** When it was paid; a basket of which that is not known, when it was made. */
export const dateOf = ({ payment, createDate }: Basket) => payment?.paidAt ?? createDate;

/** What the history shows (spec §4), newest first. */
export function paidBaskets(baskets: readonly Basket[]): Basket[] {
  return baskets
    .filter(({ statusId }) => statusId === BASKET_STATUS.paid)
    .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
}
