/** How the stand-ins of payment providers misbehave. */
import { CALLBACK_CHECKS, CALLBACK_KNOBS, type CallbackKnobs, FORGERIES, type Forgery } from './sandbox.callbacks.ts';
import { isBoolean, type KnobChecks, oneOf, upTo } from './sandbox.knobs.ts';

export interface PaymentKnobs extends CallbackKnobs {
  /** The API does what it was asked and answers that much later. */
  delayMs: number;
  /** The API answers HTTP 500 and does nothing. */
  fail: boolean;
  /** The API does what it was asked and answers with a page. */
  garbage: boolean;
  /** The payment is made, or given back, and the answer is lost: a gateway says 504 in its place. */
  timeoutOnCreate: boolean;
  timeoutOnRefund: boolean;
  /** The buyer pays at once, and the callback comes before the shop has the answer to its own request. */
  callbackBeforeAnswer: boolean;
  /** The status tells another amount, currency, merchant or order than was paid. */
  misreport: Exclude<Forgery, 'signature'>;
}

export const PAYMENT_KNOBS: PaymentKnobs = {
  ...CALLBACK_KNOBS,
  delayMs: 0,
  fail: false,
  garbage: false,
  timeoutOnCreate: false,
  timeoutOnRefund: false,
  callbackBeforeAnswer: false,
  misreport: 'none',
};

export const PAYMENT_CHECKS: KnobChecks<PaymentKnobs> = {
  ...CALLBACK_CHECKS,
  delayMs: upTo(60_000),
  fail: isBoolean,
  garbage: isBoolean,
  timeoutOnCreate: isBoolean,
  timeoutOnRefund: isBoolean,
  callbackBeforeAnswer: isBoolean,
  misreport: oneOf(FORGERIES.filter((kind) => kind !== 'signature')),
};
