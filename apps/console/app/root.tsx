import { Spinner } from '@oyna/ui/spinner';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router';
import onestCyrillic from '../../../packages/ui/build/fonts/onest-cyrillic.woff2?url';
import onestLatin from '../../../packages/ui/build/fonts/onest-latin.woff2?url';
import type { Route } from './+types/root';
import styles from './layout/first-loading.module.css';
import { PageError } from './layout/page-error.tsx';
import { Providers } from './layout/providers.tsx';
import { queryClient } from './lib/query-client.ts';
import { loadTexts, readLanguage } from './lib/texts.tsx';
import './styles/index.css';

export const links: Route.LinksFunction = () => [
  ...[onestLatin, onestCyrillic].map(
    (href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const,
  ),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** Before the first screen: every component finds its texts. */
export async function clientLoader() {
  const language = readLanguage();
  await loadTexts(language);
  return { language };
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The language and the theme of the operator are set before and after this is rendered.
    <html lang="ru" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark light" />
        <script src="/theme.js" />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Providers initialLanguage={loaderData.language}>
        <Outlet />
      </Providers>
    </QueryClientProvider>
  );
}

/** While the scripts and texts come. */
export function HydrateFallback() {
  return (
    <div className={styles.loading} aria-busy="true">
      <Spinner isLarge />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />;
}
