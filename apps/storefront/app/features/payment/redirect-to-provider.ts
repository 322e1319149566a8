import type { PaymentLink } from '@oyna/api-client/models';
import { isWebAddress } from '~/lib/web-address.ts';
import { saveCardForm } from './card-form-storage.ts';

/**
 * Opens the page where the customer pays. Returns false if the payment has no such page. The card form is a full page
 * load, because only its content policy allows requests to the provider.
 */
export function redirectToProvider({ orderId, link_url, cardForm }: PaymentLink): boolean {
  if (cardForm) {
    saveCardForm(orderId, cardForm);
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
