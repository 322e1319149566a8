import type { Basket } from '@oyna/api-client/models';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';

interface PayableBasket {
  /** Undefined until it is known; null when there is none. */
  basket: Basket | null | undefined;
  failure: unknown;
  reload(): void;
}

/** The basket of the server, after all changes of the cart were sent. */
export function usePayableBasket(isMember: boolean, settleCart: () => Promise<void>): PayableBasket {
  const callApi = useApi();
  const [state, setState] = useState<{ basket?: Basket | null; failure?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  const load = useEffectEvent(async () => {
    await settleCart();
    return (await callApi((api) => api.GET('/api/v1/user/basket/actual'))) ?? null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt and a new language ask again
  useEffect(() => {
    if (!isMember) return;
    let isWanted = true;
    load().then(
      (basket) => isWanted && setState({ basket }),
      (failure: unknown) => isWanted && setState({ failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [isMember, callApi, attempt]);

  const reload = useCallback(() => {
    setState(({ basket }) => (basket === undefined ? {} : { basket }));
    setAttempt((last) => last + 1);
  }, []);
  return { basket: state.basket, failure: state.failure, reload };
}
