import type { CardBrand } from '@oyna/domain/constants';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '~/lib/error-boundary.tsx';
import { CachedFragment } from '~/lib/fragment-cache.tsx';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import type { SocialPages } from '~/lib/services.ts';
import { BottomBar } from './bottom-bar.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { Footer } from './footer.tsx';
import { Header, type HeaderParts } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './shell.module.css';

/** What the layout shows of the store itself. */
export interface StoreFacts {
  storeName: string;
  demo: boolean;
  sandboxUrl: string | undefined;
  socialPages: SocialPages;
  /** Marks of the cards that customers can pay with now. */
  cardBrands: readonly CardBrand[];
}

const UNKNOWN_STORE: StoreFacts = {
  storeName: 'Oyna',
  demo: false,
  sandboxUrl: undefined,
  socialPages: {},
  cardBrands: [],
};

interface ShellProps {
  store: StoreFacts | undefined;
  cartCount: number;
  headerParts: HeaderParts;
  children: ReactNode;
}

/** Header, footer and bottom bar around a page. A part that throws disappears alone. */
export function Shell({ store = UNKNOWN_STORE, cartCount, headerParts, children }: ShellProps) {
  const { t } = useTranslation();
  const { i18n } = useI18n();
  const { pathname, search } = useLocation();
  const searched = new URLSearchParams(search).get('name');
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <div className={styles.body}>
      <a href="#main" className={styles.skip}>
        {t('skip-to-content')}
      </a>
      <NavigationProgress />
      {store.demo && <DemoBanner sandboxUrl={store.sandboxUrl} />}
      <ErrorBoundary>
        <CachedFragment data={i18n} id={`header ${store.storeName} ${pathname} ${searched}`}>
          {() => <Header storeName={store.storeName} cartCount={cartCount} parts={headerParts} />}
        </CachedFragment>
      </ErrorBoundary>
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ErrorBoundary>
        <Footer store={store} />
        <CachedFragment data={i18n} id={`bottom bar ${pathname}`}>
          {() => <BottomBar cartCount={cartCount} />}
        </CachedFragment>
      </ErrorBoundary>
    </div>
  );
}

/** After a navigation, screen readers and the Tab key start at the top of the new page, as after a page load. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // ScrollRestoration decides where to scroll.
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
