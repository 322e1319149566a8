import { pickDefaultCurrency } from '@oyna/domain/money';
import { DEFAULT_THEME } from '@oyna/domain/preferences';
import { type ReactNode, useCallback, useState } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import onestCyrillic from '../../../packages/ui/build/fonts/onest-cyrillic.woff2?url';
import onestLatin from '../../../packages/ui/build/fonts/onest-latin.woff2?url';
import tekturCyrillic from '../../../packages/ui/build/fonts/tektur-cyrillic.woff2?url';
import tekturLatin from '../../../packages/ui/build/fonts/tektur-latin.woff2?url';
import type { Route } from './+types/root';
import { Frame } from './frame.tsx';
import { PageError } from './layout/page-error.tsx';
import { useApi } from './lib/browser-api.ts';
import { brandsOf } from './lib/card-brands.server.ts';
import { CurrencyProvider } from './lib/currency/currency-context.tsx';
import { toCurrencyList } from './lib/currency/currency-list.ts';
import { localeUrl, namespacesOf } from './lib/i18n/namespaces.ts';
import { useStoredLanguage } from './lib/i18n/use-stored-language.ts';
import { useI18n, useLanguageTag } from './lib/i18n/use-translation.ts';
import { openPage, optional } from './lib/page.server.ts';
import { THEME_COLOURS } from './lib/theme/theme.ts';
import { ThemeProvider, useTheme } from './lib/theme/theme-context.tsx';

const FONTS = [onestLatin, onestCyrillic, tekturLatin, tekturCyrillic];

export const links: Route.LinksFunction = () => [
  ...FONTS.map((href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const),
  { rel: 'icon', href: '/images/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/images/icon-192.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Without rates the store still opens: prices are then shown in dollars (spec §4). */
export async function loader(args: Route.LoaderArgs) {
  const { api, services, preferences, language } = openPage(args);
  const { storeName, publicUrl, demo, sandboxUrl, production, socialPages } = services;
  const [rates, methods] = await Promise.all([
    optional(api.GET('/api/v1/currency')),
    optional(api.GET('/api/v1/payment/methods')),
  ]);
  const currencies = toCurrencyList(rates ?? []);
  return {
    store: { storeName, publicUrl, demo, sandboxUrl, production, socialPages, cardBrands: brandsOf(methods ?? []) },
    language,
    theme: preferences.theme,
    currencies,
    activeCurrency: pickDefaultCurrency(currencies, preferences.currency)?.name,
  };
}

/**
 * Nothing of it changes from page to page. Asking again would cost bytes, and a page that cannot be fetched would take the
 * theme, the currencies and the store's name with it.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

/** Wraps pages and the error page, so that the header stays when a page fails. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const callApi = useApi();
  const fetchList = useCallback(
    async () => toCurrencyList(await callApi((api) => api.GET('/api/v1/currency'))),
    [callApi],
  );
  return (
    <ThemeProvider initial={data?.theme ?? DEFAULT_THEME}>
      <CurrencyProvider list={data?.currencies ?? []} activeName={data?.activeCurrency} fetchList={fetchList}>
        <Document>
          <Frame store={data?.store}>{children}</Frame>
        </Document>
      </CurrencyProvider>
    </ThemeProvider>
  );
}

function Document({ children }: { children: ReactNode }) {
  const { theme } = useTheme();
  return (
    <html lang={useLanguageTag()} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={THEME_COLOURS[theme]} />
        <Meta />
        <Links />
        <TextPreloads />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Preloads the texts for hydration (entry.client.tsx reads them). Texts of other pages and languages are loaded when needed. */
function TextPreloads() {
  const { language } = useI18n();
  const matches = useMatches();
  const [files] = useState(() => namespacesOf(matches).map((name) => ({ name, href: localeUrl(language, name) })));
  return files.map(({ name, href }) => (
    <link
      key={name}
      rel="preload"
      as="fetch"
      href={href}
      crossOrigin="anonymous"
      fetchPriority="low"
      data-namespace={name}
    />
  ));
}

export default function App() {
  useStoredLanguage();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />;
}
