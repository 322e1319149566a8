import { logFailure } from './log.ts';

/** For whoever comes again: the first visit has better things to do, so it waits until the page has settled. */
export function installServiceWorker(): void {
  // Browsers have none where the connection is not a safe one; the pages of developers need none.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || location.pathname.startsWith('/dev/')) return;
  const install = () =>
    navigator.serviceWorker
      .register('/service-worker.js')
      .catch((error: unknown) => logFailure('no offline page', error));
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(install);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}
