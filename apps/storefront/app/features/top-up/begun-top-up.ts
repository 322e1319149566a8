import { forget, readStored, store } from '../../lib/browser-storage.ts';
import { TOP_UP_BEGUN as STORAGE_KEY } from '../../lib/session/session.ts';

/** A payment link lasts no longer. */
const MAX_AGE_MS = 60 * 60_000;

/** The last top-up that was begun in this browser: another tab, and whoever comes back from the provider, see it. */
export function keepBegun(orderId: string, now = Date.now()): void {
  store('localStorage', STORAGE_KEY, `${orderId} ${now}`);
}

export function readBegun(now = Date.now()): string | undefined {
  const [orderId, at] = (readStored('localStorage', STORAGE_KEY) ?? '').split(' ');
  const age = now - Number(at);
  return orderId && age >= 0 && age < MAX_AGE_MS ? orderId : undefined;
}

export function forgetBegun(): void {
  forget('localStorage', STORAGE_KEY);
}

/** Another tab has begun one. */
export function onBegunElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
