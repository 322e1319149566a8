import { type CardBrand, POPUP_MS } from '@oyna/domain/constants';
import '~/styles/index.css';
import { ToastProvider } from '@oyna/ui/toast';
import { type UiTexts, UiTextsProvider } from '@oyna/ui/ui-texts';
import { type ReactNode, useCallback, useRef } from 'react';
import { useLocation } from 'react-router';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import { Reused } from '~/lib/reused.tsx';
import type { SocialPages } from '~/lib/services.ts';
import { Survivable } from '~/lib/survivable.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CartHost } from './cart-host.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { FavouritesHost } from './favourites-host.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './shell.module.css';
import { SignInHost } from './sign-in-host.tsx';
import { SignInReturnSlot } from './sign-in-return-slot.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useVisit } from './use-visit.ts';

/** What the pages and their surroundings know of the store itself. */
export interface StoreFacts {
  storeName: string;
  demo: boolean;
  sandboxUrl: string | undefined;
  socialPages: SocialPages;
  /** Marks of the cards that can be used now. */
  cardBrands: readonly CardBrand[];
}

const UNKNOWN_STORE: StoreFacts = {
  storeName: 'Oyna',
  demo: false,
  sandboxUrl: undefined,
  socialPages: {},
  cardBrands: [],
};

/** Everything around a page. It renders without data too: on an error page there may be none. What fails of it goes alone. */
export function Shell({ store = UNKNOWN_STORE, children }: { store?: StoreFacts | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const uiTexts = useCallback<UiTexts>((key, values) => (values ? t(key, values) : t(key)), [t]);
  const { i18n } = useI18n();
  const { pathname, search } = useLocation();
  const searched = new URLSearchParams(search).get('name');
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  useVisit();
  return (
    <UiTextsProvider texts={uiTexts}>
      <ToastProvider durationMs={POPUP_MS}>
        <SignInHost>
          <div className={styles.body}>
            <a href="#main" className={styles.skip}>
              {t('skip-to-content')}
            </a>
            <NavigationProgress />
            {store.demo && <DemoBanner sandboxUrl={store.sandboxUrl} />}
            <Survivable>
              <Reused of={i18n} id={`header ${store.storeName} ${pathname} ${searched}`}>
                {() => <Header storeName={store.storeName} />}
              </Reused>
            </Survivable>
            <main ref={main} id="main" tabIndex={-1} className={styles.main}>
              {children}
            </main>
            <Survivable>
              <Footer store={store} />
              <Reused of={i18n} id={`bottom bar ${pathname}`}>
                {() => <BottomBar />}
              </Reused>
            </Survivable>
          </div>
          <SignInReturnSlot />
          <CartHost />
          <FavouritesHost />
        </SignInHost>
      </ToastProvider>
    </UiTextsProvider>
  );
}
