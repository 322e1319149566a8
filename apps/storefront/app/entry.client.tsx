import { toLanguage } from '@oyna/domain/preferences';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { guardDoubleClicks } from './lib/double-click-guard.ts';
import { detectLanguage, readBrowserHints, rememberLanguage } from './lib/i18n/browser-language.ts';
import { startBrowserTexts } from './lib/i18n/browser-texts.ts';
import { I18nProvider } from './lib/i18n/i18n-context.tsx';
import { setBrowserTexts } from './lib/i18n/preload-texts.ts';
import { installServiceWorker } from './lib/install-service-worker.ts';
import { logFailure } from './lib/log.ts';

/**
 * The page wakes up in the language it was rendered in, with its texts at hand, so that nothing on it changes. If they
 * cannot be had it stays as it is: links and forms work without script.
 */
async function wakeUp(): Promise<void> {
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
wakeUp().catch((error: unknown) => logFailure('the page stays without script', error));
installServiceWorker();
