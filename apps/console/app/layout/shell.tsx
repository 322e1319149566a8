import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { SearchPalette } from '../features/search/search-palette.tsx';
import { type Hotkeys, rememberKeys, useHotkeys } from '../lib/hotkeys.ts';
import { startLive } from '../lib/live.ts';
import { useMay } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { KeysHelp } from './keys-help.tsx';
import { PLACES } from './navigation.ts';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const COLLAPSED_KEY = 'sidebar';

/** Everything around a screen: menu, header, search, keys, the live connection. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTexts('common');
  const may = useMay();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [isCollapsed, setCollapsed] = useState(isCollapsedAtFirst);
  const places = PLACES.filter(({ permission }) => !permission || may(permission));

  useEffect(rememberKeys, []);
  useEffect(() => startLive(client), [client]);
  useFocusOnNavigation();
  useKeptFocus();
  const jumps = places.map(({ key, path }): [string, () => void] => [`g ${key}`, () => void navigate(path)]);
  const keys: Hotkeys = {
    ...Object.fromEntries(jumps),
    'g p': () => void navigate('/profile'),
    'mod+k': () => setSearching(true),
    '/': () => setSearching(true),
    '?': () => setHelping(true),
  };
  useHotkeys(keys);

  const collapse = () => {
    localStorage.setItem(COLLAPSED_KEY, isCollapsed ? 'open' : 'collapsed');
    setCollapsed(!isCollapsed);
  };
  return (
    <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
      <a href="#content" className={styles.skip}>
        {t('skip-to-content')}
      </a>
      <Sidebar places={places} isCollapsed={isCollapsed} onCollapse={collapse} />
      <div className={styles.body}>
        <Header onSearch={() => setSearching(true)} onHelp={() => setHelping(true)} />
        <OfflineNotice />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      <BottomBar places={places} onSearch={() => setSearching(true)} />
      <SearchPalette isOpen={isSearching} onClose={() => setSearching(false)} />
      <KeysHelp isOpen={isHelping} onClose={() => setHelping(false)} places={places} />
      <UnsavedDialog />
    </div>
  );
}

/** As the operator left it. Until then it leaves tablets the room for the screen. */
const isCollapsedAtFirst = () =>
  (localStorage.getItem(COLLAPSED_KEY) ?? (matchMedia('(max-width: 1199.98px)').matches ? 'collapsed' : 'open')) ===
  'collapsed';

/**
 * The title of the new screen gets the focus, so that a screen reader says where the operator is. Back in a list, it is the row
 * that was open, where the keys go on.
 */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const left = last.current;
    if (left === pathname) return;
    last.current = pathname;
    const row = document.querySelector<HTMLElement>(`main [data-row][href="${CSS.escape(left)}"]`);
    // The browser scrolls back by itself.
    if (row) row.focus({ preventScroll: isBack });
    else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname, isBack]);
}
