/** How the sandboxes of payment providers misbehave. */

import { type BehaviourChecks, isBoolean, oneOf, upTo } from './sandbox.behaviour.ts';
import {
  CALLBACK_BEHAVIOUR,
  CALLBACK_CHECKS,
  type CallbackBehaviour,
  FORGERIES,
  type Forgery,
} from './sandbox.callbacks.ts';

export interface PaymentBehaviour extends CallbackBehaviour {
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

export const PAYMENT_BEHAVIOUR: PaymentBehaviour = {
  ...CALLBACK_BEHAVIOUR,
  delayMs: 0,
  fail: false,
  garbage: false,
  timeoutOnCreate: false,
  timeoutOnRefund: false,
  callbackBeforeAnswer: false,
  misreport: 'none',
};

export const PAYMENT_CHECKS: BehaviourChecks<PaymentBehaviour> = {
  ...CALLBACK_CHECKS,
  delayMs: upTo(60_000),
  fail: isBoolean,
  garbage: isBoolean,
  timeoutOnCreate: isBoolean,
  timeoutOnRefund: isBoolean,
  callbackBeforeAnswer: isBoolean,
  misreport: oneOf(FORGERIES.filter((kind) => kind !== 'signature')),
};
