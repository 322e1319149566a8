import { toLanguage } from '@oyna/domain/preferences';
import { guardDoubleClicks } from '@oyna/ui/double-click-guard';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadClient } from './lib/browser-api.ts';
import { detectLanguage, readBrowserHints, rememberLanguage } from './lib/i18n/browser-language.ts';
import { startBrowserTexts } from './lib/i18n/browser-texts.ts';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { setBrowserTexts } from './lib/i18n/preload-texts.ts';
import { logFailure } from './lib/log.ts';
import { reloadWithoutParts } from './lib/missing-parts.ts';

/**
 * Hydrates the page in the language it was rendered in, after its texts are loaded, so that nothing on it changes. If they
 * cannot be loaded, the page stays as it is: links and forms work without script.
 */
async function hydrate(): Promise<void> {
  const rendered = toLanguage(document.documentElement.lang) ?? 'ru';
  const preloaded = document.querySelectorAll<HTMLLinkElement>('link[data-namespace]');
  const i18n = await startBrowserTexts(
    rendered,
    [...preloaded].map((link) => link.dataset['namespace'] ?? ''),
  );
  setBrowserTexts(i18n);
  const wanted = detectLanguage(readBrowserHints()) ?? rendered;
  rememberLanguage(wanted);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <HydratedRouter />
        </I18nProvider>
      </StrictMode>,
    );
  });
}

guardDoubleClicks(window);
reloadWithoutParts(import.meta.url, loadClient);
hydrate().catch((error: unknown) => logFailure('the page stays without script', error));
installServiceWorker();

/** Installs the service worker when the first page has loaded and the browser is idle. */
function installServiceWorker(): void {
  // Browsers have service workers on secure connections only.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || location.pathname.startsWith('/dev/')) return;
  const install = () =>
    navigator.serviceWorker
      .register('/service-worker.js')
      .catch((error: unknown) => logFailure('no offline page', error));
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(install);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}
