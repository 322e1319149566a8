import { forget, readStored, store } from '../../lib/browser-storage.ts';
import { OPEN_TOP_UP_KEY as STORAGE_KEY } from '../../lib/session/session.ts';

/** Payment links expire after this. */
const MAX_AGE_MS = 60 * 60_000;

/** Stores the last top-up that was started in this browser, for other tabs and for the return from the provider. */
export function saveOpenTopUp(orderId: string, now = Date.now()): void {
  store('localStorage', STORAGE_KEY, `${orderId} ${now}`);
}

export function readOpenTopUp(now = Date.now()): string | undefined {
  const [orderId, at] = (readStored('localStorage', STORAGE_KEY) ?? '').split(' ');
  const age = now - Number(at);
  return orderId && age >= 0 && age < MAX_AGE_MS ? orderId : undefined;
}

export function clearOpenTopUp(): void {
  forget('localStorage', STORAGE_KEY);
}

/** Calls `listener` when another tab starts a top-up. */
export function onOpenTopUpInOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
