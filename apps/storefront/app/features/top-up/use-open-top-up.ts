import type { TopUp } from '@oyna/api-client/models';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { clearOpenTopUp, onOpenTopUpInOtherTab, readOpenTopUp } from './open-top-up.ts';
import { isFinal } from './top-up-stage.ts';

interface OpenTopUp {
  /** Undefined when there is none or it has ended. */
  topUp: TopUp | undefined;
  reload(): void;
  dismiss(): void;
}

/** The top-up that was started in this browser and has not ended, so that a returning customer can continue it. */
export function useOpenTopUp(): OpenTopUp {
  const callApi = useApi();
  const [topUp, setTopUp] = useState<TopUp>();
  const reload = useCallback(async () => {
    const orderId = readOpenTopUp();
    if (orderId === undefined) return setTopUp(undefined);
    try {
      const path = { orderId };
      const found = await callApi((api) => api.GET('/api/v1/replenishment/{orderId}', { params: { path } }));
      if (isFinal(found.stage)) clearOpenTopUp();
      setTopUp(isFinal(found.stage) ? undefined : found);
    } catch (error) {
      if (isMissing(error)) clearOpenTopUp();
      setTopUp(undefined);
    }
  }, [callApi]);
  useEffect(() => {
    void reload();
    return onOpenTopUpInOtherTab(() => void reload());
  }, [reload]);
  const dismiss = useCallback(() => {
    clearOpenTopUp();
    setTopUp(undefined);
  }, []);
  return { topUp, reload: () => void reload(), dismiss };
}
