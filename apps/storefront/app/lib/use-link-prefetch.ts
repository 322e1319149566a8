import { useSyncExternalStore } from 'react';

interface Connection extends EventTarget {
  saveData?: boolean;
  effectiveType?: string;
}

/** Links prefetch their page unless the visitor is offline, saves data or has a slow connection. */
export function useLinkPrefetch(): 'none' | 'intent' {
  return useSyncExternalStore(subscribe, readMode, () => 'intent');
}

const connection = () => (navigator as { connection?: Connection }).connection;

function readMode(): 'none' | 'intent' {
  const { saveData, effectiveType = '' } = connection() ?? {};
  // Offline, React Router reloads the page when it cannot load the module of another one.
  return navigator.onLine && !saveData && !effectiveType.includes('2g') ? 'intent' : 'none';
}

function subscribe(onChange: () => void): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  window.addEventListener('online', onChange, options);
  window.addEventListener('offline', onChange, options);
  connection()?.addEventListener?.('change', onChange, options);
  return () => controller.abort();
}
