import type { Basket } from '@oyna/api-client/models';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { basketPath } from '~/lib/buy-now.ts';
import type { WantedPurchase } from './wanted-purchase.ts';

interface Loaded {
  /** Undefined until it is known; null when there is none. */
  basket?: Basket | null;
  /** The provider that the customer chose last. */
  lastProvider?: string | undefined;
  failure?: unknown;
}

interface PayableBasket extends Loaded {
  reload(): void;
}

/** What is paid for. The cart is loaded after all its changes were sent. */
export function usePayableBasket(
  isMember: boolean,
  wanted: WantedPurchase,
  settleCart: () => Promise<void>,
): PayableBasket {
  const callApi = useApi();
  const [state, setState] = useState<Loaded>({});
  const [attempt, setAttempt] = useState(0);
  const opened = useRef<WantedPurchase>(undefined);
  const loadWanted = useEffectEvent(async () => {
    const now = opened.current ?? wanted;
    if (now.kind === 'cart') {
      await settleCart();
      return (await callApi((api) => api.GET('/api/v1/user/basket/actual'))) ?? null;
    }
    // Most payments are for the cart: the page loads the rest when it is needed.
    const { loadDirectBasket } = await import('./direct-basket.ts');
    const basket = await loadDirectBasket(callApi, now);
    if (basket?.isDirect) {
      opened.current = { kind: 'basket', id: basket.id };
      // From now on a reload and the back button find this basket, also when it is paid.
      history.replaceState(history.state, '', basketPath(basket.id));
    }
    return basket;
  });
  const loadLastProvider = useEffectEvent(async () => {
    const { provider } = await callApi((api) => api.GET('/api/v1/user/payment-method'));
    return provider ?? undefined;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and a new language ask again
  useEffect(() => {
    if (!isMember) return;
    let isWanted = true;
    // Without the last method the customer chooses one.
    Promise.all([loadWanted(), loadLastProvider().catch(() => undefined)]).then(
      ([basket, lastProvider]) => isWanted && setState({ basket, lastProvider }),
      (failure: unknown) => isWanted && setState({ failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [isMember, callApi, attempt]);

  const reload = () => {
    setState(({ failure: _failure, ...known }) => known);
    setAttempt((last) => last + 1);
  };
  return { ...state, reload };
}
