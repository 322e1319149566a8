import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import type { ShownKey } from './key-use.tsx';

interface KeyAccess {
  shown: ShownKey | undefined;
  fault: CallFault | undefined;
  isBusy: boolean;
  show(): void;
  hide(): void;
}

/** A key is loaded when the customer asks to see it, and is never stored. */
export function useKey(id: number): KeyAccess {
  const callApi = useApi();
  const [shown, setShown] = useState<ShownKey>();
  const [fault, setFault] = useState<CallFault>();
  const [isBusy, setBusy] = useState(false);
  const isAsking = useRef(false);

  useEffect(() => {
    // A page that the browser keeps for its back button must not keep a key.
    const hide = () => setShown(undefined);
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, []);

  const show = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      const path = { id };
      const { key, instruction, redeemUrl } = await callApi((api) =>
        api.POST('/api/v1/user/keys/{id}/reveal', { params: { path } }),
      );
      setShown({ key, instruction, redeemUrl });
    } catch (error) {
      setFault(faultOf(error));
    }
    isAsking.current = false;
    setBusy(false);
  };
  return { shown, fault, isBusy, show: () => void show(), hide: () => setShown(undefined) };
}
