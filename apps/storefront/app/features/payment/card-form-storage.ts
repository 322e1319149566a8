import type { PaymentLink } from '@oyna/api-client/models';
import { readStored, store } from '../../lib/browser-storage.ts';

/** The part of a payment that the card form needs. No card data is ever stored. */
export type CardForm = NonNullable<PaymentLink['cardForm']>;

const keyOf = (orderId: string) => `cardForm ${orderId}`;

/** Passes the data from the payment page to the page with the card form. */
export function saveCardForm(orderId: string, form: CardForm): void {
  store('sessionStorage', keyOf(orderId), JSON.stringify(form));
}

export function readCardForm(orderId: string): CardForm | undefined {
  try {
    const form: Partial<Record<keyof CardForm, unknown>> = JSON.parse(
      readStored('sessionStorage', keyOf(orderId)) ?? '{}',
    );
    const { token, amount, chargeUrl } = form;
    const isComplete = typeof token === 'string' && Number.isSafeInteger(amount) && typeof chargeUrl === 'string';
    return isComplete ? { token, amount: Number(amount), chargeUrl } : undefined;
  } catch {
    return undefined;
  }
}
