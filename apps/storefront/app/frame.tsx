import { POPUP_MS } from '@oyna/domain/constants';
import { LinkPrefetchContext } from '@oyna/ui/link';
import { ToastProvider } from '@oyna/ui/toast';
import { type UiTexts, UiTextsProvider } from '@oyna/ui/ui-texts';
import '~/styles/index.css';
import { type ReactNode, useCallback, useEffect } from 'react';
import { PushHandler } from './features/alerts/push-handler.tsx';
import { CartLoader } from './features/cart/cart-loader.tsx';
import { useCartCount } from './features/cart/use-cart-count.ts';
import { FavouritesHandler } from './features/favourites/favourites-handler.tsx';
import { NotificationBell, PhoneBell } from './features/notifications/notification-bell.tsx';
import { AccountButton } from './features/profile/account-button.tsx';
import { SearchBox } from './features/search/search-box.tsx';
import { LazySignInReturn } from './features/sign-in/lazy-sign-in-return.tsx';
import { SignInProvider } from './features/sign-in/sign-in-provider.tsx';
import { Shell, type StoreFacts } from './layout/shell.tsx';
import { useTranslation } from './lib/i18n/use-translation.ts';
import { useLinkPrefetch } from './lib/use-link-prefetch.ts';
import { useVisit } from './lib/use-visit.ts';

/** Composes layout and features around every page. It also renders on an error page, where `store` may be missing. */
export function Frame({ store, children }: { store: StoreFacts | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const uiTexts = useCallback<UiTexts>((key, values) => (values ? t(key, values) : t(key)), [t]);
  const cartCount = useCartCount();
  const linkPrefetch = useLinkPrefetch();
  useVisit();
  // Tests wait for it before they click.
  useEffect(() => void document.documentElement.toggleAttribute('data-hydrated', true), []);
  return (
    <LinkPrefetchContext value={linkPrefetch}>
      <UiTextsProvider texts={uiTexts}>
        <ToastProvider durationMs={POPUP_MS}>
          <SignInProvider>
            <Shell
              store={store}
              cartCount={cartCount}
              headerParts={{
                search: <SearchBox />,
                phoneBell: <PhoneBell />,
                bell: <NotificationBell />,
                account: <AccountButton />,
              }}
            >
              {children}
            </Shell>
            <LazySignInReturn />
            <CartLoader />
            <FavouritesHandler />
            <PushHandler />
          </SignInProvider>
        </ToastProvider>
      </UiTextsProvider>
    </LinkPrefetchContext>
  );
}
