import { Bell } from 'lucide-react';
import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { HeaderIcon } from '~/components/header-icon.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsMember } from '~/lib/session/use-session.ts';
import styles from './notification-bell.module.css';

const NotificationsPopover = lazyPart(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
  BellLink,
);

const NotificationsLink = lazyPart(async () => (await import('./notifications-link.tsx')).NotificationsLink, BellLink);

/** The bell shows no count on these pages: their scripts use up the byte budget. */
const WITHOUT_COUNT = /^\/(cart|payment)/;

/** The bell of a member on a phone: it opens the page and shows how many notifications are unread. */
export function PhoneBell() {
  const { pathname } = useLocation();
  const [isSignedIn, isWide] = useBellPlace();
  if (!isSignedIn || isWide) return null;
  return <PlainBell className={styles.phone} part={WITHOUT_COUNT.test(pathname) ? undefined : NotificationsLink} />;
}

/** From tablets on, the list opens in a popover. */
export function NotificationBell() {
  const [isSignedIn, isWide] = useBellPlace();
  return <PlainBell part={isSignedIn && isWide ? NotificationsPopover : undefined} />;
}

/** A link to the page. `part` replaces it as soon as it is loaded. */
function PlainBell({ className, part: Part }: { className?: string | undefined; part: ComponentType | undefined }) {
  return (
    <span className={className}>
      {Part ? (
        <Suspense fallback={<BellLink />}>
          <Part />
        </Suspense>
      ) : (
        <BellLink />
      )}
    </span>
  );
}

function BellLink() {
  const { t } = useTranslation();
  return <HeaderIcon to="/notifications" label={t('notifications')} icon={<Bell size={22} />} />;
}

const useBellPlace = () => [useIsMember(), useSyncExternalStore(onWidthChange, readIsWide, () => false)] as const;

/** The same width as in header.module.css. */
const WIDE = '(min-width: 768px)';

function readIsWide(): boolean {
  return matchMedia(WIDE).matches;
}

function onWidthChange(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
