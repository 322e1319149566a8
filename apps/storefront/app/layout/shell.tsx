import { type ReactNode, useRef } from 'react';
import { useMatches } from 'react-router';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { hidesBottomBar } from '~/lib/route-handle.ts';
import { ToastProvider } from '~/ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './shell.module.css';
import { SignInHost } from './sign-in-host.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

/** What the pages and their surroundings know of the store itself. */
export interface StoreFacts {
  storeName: string;
  demo: boolean;
  sandboxUrl: string | undefined;
}

const UNKNOWN_STORE: StoreFacts = { storeName: 'Oyna', demo: false, sandboxUrl: undefined };

/** Everything around a page. It renders without data too: on an error page there may be none. */
export function Shell({ store = UNKNOWN_STORE, children }: { store?: StoreFacts | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const hasBottomBar = !hidesBottomBar(useMatches());
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <ToastProvider>
      <SignInHost>
        <div className={cx(styles.body, !hasBottomBar && styles.withoutBar)}>
          <a href="#main" className={styles.skip}>
            {t('skip-to-content')}
          </a>
          <NavigationProgress />
          {store.demo && <DemoBanner sandboxUrl={store.sandboxUrl} />}
          <Header storeName={store.storeName} />
          <main ref={main} id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <Footer storeName={store.storeName} />
          {hasBottomBar && <BottomBar />}
        </div>
      </SignInHost>
    </ToastProvider>
  );
}
