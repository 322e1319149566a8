import type { CartItem } from '@oyna/domain/cart';
import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { useMemo, useSyncExternalStore } from 'react';
import { readStored } from '~/lib/browser-storage.ts';
import { onSessionChange } from '~/lib/session/session.ts';
import { parseItems } from './cart-storage.ts';

/**
 * What is in the cart, for pages that do without the cart itself: it is read from storage, where the cart writes it.
 * Empty until the page is waitForHydration: the server does not know the cart, and pages are the same for everybody.
 */
export function useSavedItems(): CartItem[] {
  const stored = useSyncExternalStore(subscribe, read, () => undefined);
  return useMemo(() => parseItems(stored), [stored]);
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

function read(): string | undefined {
  return readStored('localStorage', LOCAL_STORAGE_KEYS.cartItems);
}
