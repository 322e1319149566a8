import { useEffect, useSyncExternalStore } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { cart, connectCart } from './cart.ts';
import { asleep } from './cart-state.ts';
import { isCartKey } from './cart-storage.ts';

/** After this time the other tab has sent its changes. */
const RELOAD_DELAY_MS = 1000;
const ASLEEP: ReturnType<typeof cart.read> = asleep();

/** Refreshes the cart when the window gets the focus, and sends pending changes when the page is left (spec §4). */
export function useCartPage(isMember: boolean): ReturnType<typeof cart.read> {
  const callApi = useApi();
  const state = useSyncExternalStore(cart.subscribe, cart.read, () => ASLEEP);

  useEffect(() => {
    connectCart(callApi);
  }, [callApi]);

  useEffect(() => {
    if (!isMember) return;
    const refresh = () => void cart.refresh();
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    // Another tab added an item: only the server has its name and picture.
    let reloadTimer: ReturnType<typeof setTimeout> | undefined;
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      if (!storageArea || !isCartKey(key)) return;
      clearTimeout(reloadTimer);
      reloadTimer = setTimeout(() => void cart.load(), RELOAD_DELAY_MS);
    };
    refresh();
    window.addEventListener('focus', refresh);
    window.addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(reloadTimer);
      window.removeEventListener('focus', refresh);
      window.removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onVisible);
      void cart.leave();
    };
  }, [isMember]);

  return isMember ? state : ASLEEP;
}
