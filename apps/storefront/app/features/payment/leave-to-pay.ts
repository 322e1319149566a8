import type { PaymentLink } from '@oyna/api-client/models';
import { isWebAddress } from '~/lib/web-address.ts';
import { keepCardForm } from './card-form-keep.ts';

/**
 * Goes to where the payment is made; says whether there is such a place. The card form is loaded as a page of its own: it
 * alone may talk to the provider, by its content policy.
 */
export function leaveToPay({ orderId, link_url, cardForm }: PaymentLink): boolean {
  if (cardForm) {
    keepCardForm(orderId, cardForm);
    location.assign(cardFormPath(orderId));
    return true;
  }
  if (link_url === null || !isWebAddress(link_url)) return false;
  location.assign(link_url);
  return true;
}

function cardFormPath(orderId: string): string {
  return `/payment-talk?order=${orderId}`;
}
