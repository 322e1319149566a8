import type { CartItem } from '@oyna/domain/cart';
import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { useMemo, useSyncExternalStore } from 'react';
import { readStored } from '~/lib/browser-storage.ts';
import { parseItems } from './cart-storage.ts';
import { onSavedItems } from './use-cart-count.ts';

/**
 * What is in the cart, for pages that do without the cart itself: it is read from storage, where the cart writes it.
 * Empty until hydration: pages are the same for every visitor.
 */
export function useSavedItems(): CartItem[] {
  const stored = useSyncExternalStore(onSavedItems, read, () => undefined);
  return useMemo(() => parseItems(stored), [stored]);
}

function read(): string | undefined {
  return readStored('localStorage', LOCAL_STORAGE_KEYS.cartItems);
}
