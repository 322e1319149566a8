import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { useSyncExternalStore } from 'react';
import { readStored } from '~/lib/browser-storage.ts';
import { onSessionChange } from '~/lib/session/session.ts';
import { sumCounts } from './cart-count.ts';

/** Zero until the page is awake: the server does not know the cart, and pages are the same for everybody. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribe, readCount, () => 0);
}

/** Other tabs tell it by themselves; the cart of this one sends the same event; signing out clears it. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  const stop = onSessionChange(onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    stop();
  };
}

function readCount(): number {
  return sumCounts(readStored('localStorage', LOCAL_STORAGE_KEYS.cartItems));
}
