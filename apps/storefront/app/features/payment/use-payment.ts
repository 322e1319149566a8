import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { Basket } from '@oyna/api-client/models';
import { useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { attemptKey, endAttempt } from '~/lib/payment-attempt.ts';
import { usePageReturn } from '~/lib/use-page-return.ts';
import { type ChargingMethod, shownCharge } from './payment-methods.ts';
import { redirectToProvider } from './redirect-to-provider.ts';

/** The total and the charge are what the page says. At another price the payment is refused. */
interface PaidBasket extends Pick<Basket, 'id' | 'total' | 'payment'> {
  /** Where the buyer activates the keys, and the products of which they know that these do not work there. */
  country?: string | undefined;
  accepted?: readonly number[];
}

interface Paying {
  isBusy: boolean;
  fault: CallFault | undefined;
  pay(basket: PaidBasket, method: ChargingMethod): void;
  cancel(orderId: string, afterwards: () => void): void;
  dismiss(): void;
}

const NO_LINK: CallFault = { error: 'payment-text3', field: undefined, requestId: undefined };

interface PayingOptions {
  /** The payment exists: the basket is the server's until it ends (spec §4). */
  onPaymentCreated(): void;
  /** The customer returned to a page from the back-forward cache. */
  onReturn(): void;
}

/** One click, one request: it stays busy until the browser has left, or the attempt has failed. */
export function usePayment({ onPaymentCreated, onReturn }: PayingOptions): Paying {
  const callApi = useApi();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const isRunning = useRef(false);

  const run = async (work: () => Promise<CallFault | undefined>, staysBusy: boolean) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(undefined);
    const found = await work().catch((error: unknown) => faultOf(error));
    if (!found && staysBusy) return;
    isRunning.current = false;
    setBusy(false);
    setFault(found);
  };

  usePageReturn(() => {
    isRunning.current = false;
    setBusy(false);
    onReturn();
  });

  const begin = async (basket: PaidBasket, method: ChargingMethod): Promise<CallFault | undefined> => {
    const { id: basketId, total, country, accepted } = basket;
    const { provider } = method;
    const charge = shownCharge(basket, method);
    const params = {
      path: { basketId, provider },
      query: {
        total,
        ...(charge && { charge }),
        ...(country && { country }),
        ...(accepted?.length && { accepted: accepted.join() }),
      },
      header: { 'idempotency-key': attemptKey(basketId, provider) },
    };
    try {
      const link = await callApi((api) => api.POST('/api/v1/payment/{provider}/{basketId}', { params }));
      endAttempt();
      onPaymentCreated();
      return redirectToProvider(link) ? undefined : NO_LINK;
    } catch (error) {
      const found = faultOf(error);
      // It is unknown whether the request arrived: the next click repeats it for the same payment.
      if (found.error !== 'no-answer') endAttempt();
      return found;
    }
  };

  const giveUp = async (orderId: string, afterwards: () => void): Promise<undefined> => {
    await callApi((api) => api.POST('/api/v1/payment/{orderId}/cancel', { params: { path: { orderId } } }));
    afterwards();
  };

  return {
    isBusy,
    fault,
    pay: (basket, method) => void run(() => begin(basket, method), true),
    cancel: (orderId, afterwards) => void run(() => giveUp(orderId, afterwards), false),
    dismiss: () => setFault(undefined),
  };
}
