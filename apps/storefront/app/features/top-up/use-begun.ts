import type { TopUp } from '@oyna/api-client/models';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { forgetBegun, onBegunElsewhere, readBegun } from './begun-top-up.ts';
import { isFinal } from './top-up-stage.ts';

interface BegunAccess {
  /** Not over yet. */
  begun: TopUp | undefined;
  look(): void;
  dismiss(): void;
}

/** The top-up that this browser has begun and not finished: told to whoever comes back, or opens the form once more. */
export function useBegun(): BegunAccess {
  const callApi = useApi();
  const [begun, setBegun] = useState<TopUp>();
  const look = useCallback(async () => {
    const orderId = readBegun();
    if (orderId === undefined) return setBegun(undefined);
    try {
      const path = { orderId };
      const topUp = await callApi((api) => api.GET('/api/v1/replenishment/{orderId}', { params: { path } }));
      if (isFinal(topUp.stage)) forgetBegun();
      setBegun(isFinal(topUp.stage) ? undefined : topUp);
    } catch (error) {
      if (isMissing(error)) forgetBegun();
      setBegun(undefined);
    }
  }, [callApi]);
  useEffect(() => {
    void look();
    return onBegunElsewhere(() => void look());
  }, [look]);
  const dismiss = useCallback(() => {
    forgetBegun();
    setBegun(undefined);
  }, []);
  return { begun, look: () => void look(), dismiss };
}
