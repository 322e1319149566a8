import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import { TOP_UP_CURRENCY } from '@oyna/domain/constants';
import { useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { attemptKey, endAttempt } from '~/lib/payment-attempt.ts';
import { usePageReturn } from '~/lib/use-page-return.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import { saveOpenTopUp } from './open-top-up.ts';
import type { Service } from './top-up-draft.ts';

interface TopUpPayment {
  isBusy: boolean;
  /** Returns the error; undefined while the browser is leaving. */
  pay(quote: TopUpQuote, account: string, email: string): Promise<CallFault | undefined>;
}

interface TopUpPaymentOptions {
  service: Service;
  onPaymentCreated(): void;
  /** The customer returned to a page from the back-forward cache. */
  onReturn(): void;
}

/** One click, one request: it stays busy until the browser has left, or the attempt has failed. */
export function useTopUpPayment({ service, onPaymentCreated, onReturn }: TopUpPaymentOptions): TopUpPayment {
  const callApi = useApi();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const rest = () => {
    isRunning.current = false;
    setBusy(false);
  };
  usePageReturn(() => {
    rest();
    onReturn();
  });

  async function begin(quote: TopUpQuote, account: string, email: string): Promise<CallFault | undefined> {
    const { id, provider, amount, quoteId } = quote;
    const call = {
      params: { header: { 'idempotency-key': attemptKey(quoteId, account) } },
      body: {
        id,
        // Spec §7: Epoint gets no currency; a PUBG pack gets a currency and no amount.
        serviceObject: {
          account,
          amount,
          ...(provider === 'platron' || service === 'pubg' ? { currency: TOP_UP_CURRENCY } : {}),
        },
        quoteId,
        ...(email ? { email } : {}),
      },
    };
    try {
      const { orderId, link_url } = await callApi((api) =>
        provider === 'epoint'
          ? api.POST('/api/v1/replenishment/front/epoint', call)
          : api.POST('/api/v1/replenishment/front/platron', call),
      );
      endAttempt();
      if (!link_url || !isWebAddress(link_url)) {
        return { error: `${service}-error`, field: undefined, requestId: undefined };
      }
      saveOpenTopUp(orderId);
      onPaymentCreated();
      location.assign(link_url);
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      // It is unknown whether the request arrived: the next click repeats it for the same top-up.
      if (fault.error !== 'no-answer') endAttempt();
      // A failure of the server means that there is no link (spec §8).
      return fault.error === 'internal' ? { ...fault, error: `${service}-error` } : fault;
    }
  }

  async function pay(...attempt: Parameters<typeof begin>): Promise<CallFault | undefined> {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    const fault = await begin(...attempt);
    if (fault) rest();
    return fault;
  }
  return { isBusy, pay };
}
