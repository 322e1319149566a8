import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { ToastProvider } from '~/ui/toast.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './shell.module.css';

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
  return (
    <ToastProvider>
      <div className={styles.body}>
        <a href="#main" className={styles.skip}>
          {t('skip-to-content')}
        </a>
        <NavigationProgress />
        {store.demo && <DemoBanner sandboxUrl={store.sandboxUrl} />}
        <Header storeName={store.storeName} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Footer storeName={store.storeName} />
      </div>
    </ToastProvider>
  );
}

function DemoBanner({ sandboxUrl }: { sandboxUrl: string | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={styles.demo}>
      {t('demo-banner')} {sandboxUrl && <a href={`${sandboxUrl}/mail`}>{t('demo-mailbox')}</a>}
    </p>
  );
}
