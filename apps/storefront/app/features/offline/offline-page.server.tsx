import { LANGUAGE_TAGS, LANGUAGES } from '@oyna/domain/constants';
import { WifiOff } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { serverTexts } from '~/lib/i18n/texts.server.ts';
import { textsOf } from '~/lib/i18n/texts-of.ts';
import { THEME_COLOURS } from '~/lib/theme/theme.ts';
import onestCyrillic from '../../../../../packages/ui/build/fonts/onest-cyrillic.woff2?url';
import onestKazakh from '../../../../../packages/ui/build/fonts/onest-kazakh.woff2?url';
import onestLatin from '../../../../../packages/ui/build/fonts/onest-latin.woff2?url';
import tekturCyrillic from '../../../../../packages/ui/build/fonts/tektur-cyrillic.woff2?url';
import tekturKazakh from '../../../../../packages/ui/build/fonts/tektur-kazakh.woff2?url';
import tekturLatin from '../../../../../packages/ui/build/fonts/tektur-latin.woff2?url';
import styles from './offline-page.css?url';
import script from './offline-page.js?url';

/** The service worker caches every file that this page names. */
const FONTS = [onestLatin, onestCyrillic, onestKazakh, tekturLatin, tekturCyrillic, tekturKazakh];

/** Shown without a network, in all languages and both themes. Its script chooses one of each. */
export function offlinePage(storeName: string): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<OfflinePage storeName={storeName} />)}`;
}

function OfflinePage({ storeName }: { storeName: string }) {
  return (
    <html lang="ru" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content={THEME_COLOURS.dark} />
        <title>{storeName}</title>
        <script src={script} />
        <link rel="stylesheet" href={styles} />
        {FONTS.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
      </head>
      <body>
        <main>
          <p className="store">{storeName}</p>
          <span className="sign">
            <WifiOff size={40} aria-hidden="true" />
          </span>
          {LANGUAGES.map((language) => {
            const t = textsOf(serverTexts(language), language, 'offline');
            return (
              <section key={language} lang={LANGUAGE_TAGS[language]}>
                <h1>{t('no-network')}</h1>
                <p>{t('no-network-text')}</p>
                <button type="button">{t('open-again')}</button>
              </section>
            );
          })}
        </main>
      </body>
    </html>
  );
}
