import type { PaymentLink } from '@oyna/api-client/models';
import { readStored, store } from '../../lib/browser-storage.ts';

/** What the card form needs of its payment. Of the card itself nothing is ever kept. */
export type CardForm = NonNullable<PaymentLink['cardForm']>;

const keyOf = (orderId: string) => `cardForm ${orderId}`;

/** From the payment page to the card form, which is a page of its own. */
export function keepCardForm(orderId: string, form: CardForm): void {
  store('sessionStorage', keyOf(orderId), JSON.stringify(form));
}

export function readCardForm(orderId: string): CardForm | undefined {
  try {
    const form: Partial<Record<keyof CardForm, unknown>> = JSON.parse(
      readStored('sessionStorage', keyOf(orderId)) ?? '{}',
    );
    const { token, amount, chargeUrl } = form;
    const isWhole = typeof token === 'string' && Number.isSafeInteger(amount) && typeof chargeUrl === 'string';
    return isWhole ? { token, amount: Number(amount), chargeUrl } : undefined;
  } catch {
    return undefined;
  }
}
