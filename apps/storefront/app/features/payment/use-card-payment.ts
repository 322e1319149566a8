import type { Order } from '@oyna/api-client/models';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { type CardForm, readCardForm } from './card-form-storage.ts';

/** `over`: it was paid, has failed or was cancelled. `foreign`: it is of another account, or of a guest. */
type CardPayment =
  | { kind: 'open'; order: Order; form: CardForm }
  | { kind: 'foreign' }
  | { kind: 'over'; orderId: string }
  | { kind: 'none'; order?: Order };

interface CardPaymentAccess {
  payment: CardPayment | undefined;
  failure: unknown;
  reload(): void;
}

/** The payment that the card is for; what the form needs comes from the last page, or from the server again. */
export function useCardPayment(isMember: boolean, wanted: string | undefined): CardPaymentAccess {
  const callApi = useApi();
  const [state, setState] = useState<{ payment?: CardPayment; failure?: unknown }>({});
  const [attempt, setAttempt] = useState(0);

  const load = useEffectEvent(async (): Promise<CardPayment> => {
    const orderId = wanted ?? (await findRunning());
    if (orderId === undefined) return { kind: 'none' };
    const order = await callApi((api) => api.GET('/api/v1/user/orders/{orderId}', { params: { path: { orderId } } }));
    if (order.state !== 'waiting') return { kind: 'over', orderId };
    if (!order.cardForm) return { kind: 'none', order };
    const kept = readCardForm(orderId);
    if (kept) return { kind: 'open', order, form: kept };
    const path = { provider: order.provider, basketId: order.basketId };
    const { cardForm } = await callApi((api) =>
      api.POST('/api/v1/payment/{provider}/{basketId}', { params: { path } }),
    );
    return cardForm ? { kind: 'open', order, form: cardForm } : { kind: 'none', order };
  });

  async function findRunning(): Promise<string | undefined> {
    const basket = await callApi((api) => api.GET('/api/v1/user/basket/actual'));
    return basket?.payment?.orderId;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and another order ask again
  useEffect(() => {
    if (!isMember) return;
    let isWanted = true;
    load().then(
      (payment) => isWanted && setState({ payment }),
      (failure: unknown) => isWanted && setState(isMissing(failure) ? { payment: { kind: 'foreign' } } : { failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [isMember, wanted, attempt]);

  const reload = useCallback(() => {
    setState({});
    setAttempt((last) => last + 1);
  }, []);
  return { payment: state.payment, failure: state.failure, reload };
}
