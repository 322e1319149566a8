/** A payment as the sandboxes remember it, and as their books show it. */
import type { Forgery } from './sandbox.callbacks.ts';

export interface SandboxPayment {
  id: string;
  orderId: string;
  merchantId: string;
  amount: number;
  currency: string;
  description: string;
  /** What the shop asked for, where it can; otherwise the page follows the browser. */
  language: 'ru' | 'en' | undefined;
  successUrl: string;
  failureUrl: string;
  callbackUrl: string;
  status: 'new' | 'paid' | 'failed';
  refunded: number;
  /** Other data of the provider. Never card data. */
  notes: Record<string, string>;
}

export interface BookEntry {
  orderId: string;
  providerPaymentId: string;
  currency: string;
  charged: number;
  refunded: number;
}

/** The same payment with one wrong value. */
export function spoil(payment: SandboxPayment, forgery: Forgery): SandboxPayment {
  switch (forgery) {
    case 'amount':
      return { ...payment, amount: payment.amount + 100 };
    case 'currency':
      return { ...payment, currency: payment.currency === 'USD' ? 'EUR' : 'USD' };
    case 'order':
      return { ...payment, orderId: `${payment.orderId.slice(0, 40)}-other` };
    case 'merchant':
      return { ...payment, merchantId: '99999' };
    case 'none':
    case 'signature':
      return payment;
  }
}
