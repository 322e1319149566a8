import { cx } from '@oyna/ui/class-names';
import { Link } from '@oyna/ui/link';
import {
  Bell,
  BellRing,
  BookText,
  ChevronRight,
  FileLock2,
  Headset,
  History,
  Info,
  LogOut,
  MapPin,
  Newspaper,
  Settings,
  ShieldCheck,
  UserRound,
  WalletCards,
} from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { isOpenToGuests } from '~/lib/session/guest-actions.ts';
import { readMemberToken, readToken } from '~/lib/session/session.ts';
import { signOut } from '~/lib/session/sign-out.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import styles from './menu.module.css';

interface MenuLink {
  to: string;
  text: string;
  icon: ReactNode;
  isPrivate?: boolean;
}

/** The mobile menu of spec §2, and the sections that do not fit in a phone's header. */
export function MenuLinks() {
  const { t } = useTranslation();
  const { t: own } = useTranslation('menu');
  const isSignedIn = useIsMember();
  const sections = [
    { to: '/catalog', text: t('nav-catalog') },
    { to: '/services', text: t('nav-services') },
    { to: '/subscribes', text: t('nav-subscriptions') },
    { to: '/discounts', text: t('nav-discounts') },
    { to: '/steam', text: own('top-up-steam') },
    { to: '/pubg', text: own('top-up-pubg') },
  ];
  return (
    <nav className={cx(styles.menu, isSignedIn && styles.wide)} aria-label={own('menu')}>
      <ul className={styles.tiles}>
        {sections.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className={styles.tile}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <Group
        title={own('my-account')}
        links={[
          { to: '/profile', text: own('profile'), icon: <UserRound size={20} />, isPrivate: true },
          { to: '/history', text: own('history'), icon: <History size={20} />, isPrivate: true },
          {
            to: '/replenishment-history',
            text: own('top-up-history'),
            icon: <WalletCards size={20} />,
            isPrivate: true,
          },
          { to: '/notifications', text: t('notifications'), icon: <Bell size={20} />, isPrivate: true },
          { to: '/alerts', text: own('alerts'), icon: <BellRing size={20} />, isPrivate: true },
          { to: '/edit-profile', text: own('settings'), icon: <Settings size={20} />, isPrivate: true },
        ]}
      >
        {isSignedIn && <SignOutRow />}
      </Group>
      <Group
        title={own('store')}
        links={[
          { to: '/support', text: t('nav-support'), icon: <Headset size={20} /> },
          { to: '/support#contact-point', text: t('nav-contacts'), icon: <MapPin size={20} /> },
          { to: '/guarantee', text: t('nav-guarantee'), icon: <ShieldCheck size={20} /> },
          { to: '/about', text: t('nav-about'), icon: <Info size={20} /> },
          { to: '/news', text: t('nav-news'), icon: <Newspaper size={20} /> },
          // The spec's "rules", by the name that the page has everywhere.
          { to: '/user-agreement', text: t('nav-user-agreement'), icon: <BookText size={20} /> },
          { to: '/policy', text: t('nav-policy'), icon: <FileLock2 size={20} /> },
        ]}
      />
    </nav>
  );
}

function Group({ title, links, children }: { title: string; links: readonly MenuLink[]; children?: ReactNode }) {
  const { ask } = useSignInPrompt();
  const navigate = useNavigate();
  const askFirst = (event: MouseEvent, path: string) => {
    const token = isOpenToGuests({ kind: 'open', path }) ? readToken() : readMemberToken();
    if (event.metaKey || event.ctrlKey || event.shiftKey || token !== undefined) return;
    event.preventDefault();
    ask(undefined, () => void navigate(path), { kind: 'open', path });
  };
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {links.map(({ to, text, icon, isPrivate }) => (
          <li key={to}>
            <Link to={to} className={styles.link} onClick={isPrivate ? (event) => askFirst(event, to) : undefined}>
              <span className={styles.icon} aria-hidden="true">
                {icon}
              </span>
              <span className={styles.text}>{text}</span>
              <ChevronRight size={18} className={styles.arrow} aria-hidden="true" />
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}

function SignOutRow() {
  const { t } = useTranslation('menu');
  return (
    <li>
      <button type="button" className={styles.link} onClick={signOut}>
        <span className={styles.icon} aria-hidden="true">
          <LogOut size={20} />
        </span>
        <span className={styles.text}>{t('sign-out')}</span>
      </button>
    </li>
  );
}
