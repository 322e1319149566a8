import type { CartItem } from '@oyna/domain/cart';
import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { useMemo, useSyncExternalStore } from 'react';
import { readStored } from '~/lib/browser-storage.ts';
import { onSessionChange } from '~/lib/session/session.ts';
import { parseItems } from './cart-storage.ts';

/**
 * What is in the cart, for pages that do without the cart itself: it is read from storage, where the cart writes it.
 * Empty until hydration: pages are the same for every visitor.
 */
export function useSavedItems(): CartItem[] {
  const stored = useSyncExternalStore(subscribe, read, () => undefined);
  return useMemo(() => parseItems(stored), [stored]);
}

/** The browser sends the event for other tabs, the cart of this tab sends it itself. Signing out clears the cart. */
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
