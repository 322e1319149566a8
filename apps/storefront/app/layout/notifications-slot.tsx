import { Bell } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import styles from './header.module.css';
import { HeaderIcon } from './header-icon.tsx';

const NotificationsPopover = lazyPart(
  async () => (await import('~/features/notifications/notifications-popover.tsx')).NotificationsPopover,
);

/** On phones the bell is in the menu and opens a page; here the list opens in place, and comes where there is room for it. */
export function NotificationsSlot() {
  const { t } = useTranslation();
  const bell = <HeaderIcon to="/notifications" label={t('notifications')} icon={<Bell size={22} />} />;
  const isSignedIn = useIsSignedIn();
  const isWide = useSyncExternalStore(onWidthChange, readIsWide, () => false);
  return (
    <span className={styles.bell}>
      {isSignedIn && isWide ? (
        <Suspense fallback={bell}>
          <NotificationsPopover />
        </Suspense>
      ) : (
        bell
      )}
    </span>
  );
}

/** As in header.module.css. */
const WIDE = '(min-width: 768px)';

function readIsWide(): boolean {
  return matchMedia(WIDE).matches;
}

function onWidthChange(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
