import { Bell } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import styles from './header.module.css';
import { HeaderIcon } from './header-icon.tsx';

const NotificationsPopover = lazyPart(
  async () => (await import('~/features/notifications/notifications-popover.tsx')).NotificationsPopover,
);

const NotificationsLink = lazyPart(async () => (await import('./notifications-link.tsx')).NotificationsLink);

/** Their scripts fill their byte budgets, so the bell has no count there. */
const WITHOUT_COUNT = /^\/(cart|payment)/;

/** The bell of a member on a phone: it opens the page and shows how many notifications are unread. */
export function PhoneBell() {
  const { t } = useTranslation();
  const isSignedIn = useIsSignedIn();
  const { pathname } = useLocation();
  const isWide = useSyncExternalStore(onWidthChange, readIsWide, () => false);
  if (!isSignedIn || isWide) return null;
  const bell = <HeaderIcon to="/notifications" label={t('notifications')} icon={<Bell size={22} />} />;
  return (
    <span className={styles.phoneBell}>
      {WITHOUT_COUNT.test(pathname) ? (
        bell
      ) : (
        <Suspense fallback={bell}>
          <NotificationsLink />
        </Suspense>
      )}
    </span>
  );
}

/** From tablets on the list opens in place. */
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
