import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { useSyncExternalStore } from 'react';
import { readStored } from '../../lib/browser-storage.ts';
import { onSessionChange } from '../../lib/session/session.ts';

/** Zero until hydration: pages are the same for every visitor. */
export function useCartCount(): number {
  return useSyncExternalStore(onSavedItems, readCount, () => 0);
}

/** The browser sends the event for other tabs, the cart of this tab sends it itself. Signing out clears it. */
export function onSavedItems(onChange: () => void): () => void {
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

/** Adds up the counts of `cartItems` (spec §3). The stored value is untrusted: anything else counts as zero. */
export function sumCounts(stored: string | undefined): number {
  const items = parseList(stored);
  const counts = items.map((item) =>
    typeof item === 'object' && item !== null && 'count' in item ? Number(item.count) : 0,
  );
  return counts.filter((count) => Number.isSafeInteger(count) && count > 0).reduce((sum, count) => sum + count, 0);
}

function parseList(text: string | undefined): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
