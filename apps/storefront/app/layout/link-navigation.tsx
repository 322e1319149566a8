import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FetchAhead } from './fetch-ahead.tsx';

const LINK = 'a[data-link]';
const OWN_LINK = 'a[href^="/"]:not([target])';

/** Whoever merely passes over a link is on the way to another one. */
const INTENT_MS = 80;

/**
 * Makes plain `<a data-link>` elements navigate as <Link> does, with one listener for all of them: a page of a hundred
 * cards renders, wakes up and re-renders without a hundred link components. What is pointed at, by any link of ours, is
 * fetched ahead.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const { key } = useLocation();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event, LINK);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(addressOf(link));
    };
    document.addEventListener('click', onClick);
    // For whoever has to know, such as a test: from now on the page answers.
    document.documentElement.toggleAttribute('data-hydrated', true);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);

  // Another page, other guesses.
  return <LikelyPages key={key} />;
}

function LikelyPages() {
  const [pages, setPages] = useState<readonly string[]>([]);

  useEffect(() => {
    let intent: ReturnType<typeof setTimeout> | undefined;
    const onPoint = (event: Event) => {
      clearTimeout(intent);
      const link = linkOf(event, OWN_LINK);
      if (!link || !isWorthwhile() || link.pathname === location.pathname) return;
      const page = link.pathname + link.search;
      const add = () => setPages((known) => (known.includes(page) ? known : [...known, page]));
      // A finger that touches means it; a mouse and the Tab key may be passing.
      if (event instanceof PointerEvent && event.pointerType === 'touch') add();
      else intent = setTimeout(add, INTENT_MS);
    };
    document.addEventListener('pointerover', onPoint, { passive: true });
    document.addEventListener('focusin', onPoint);
    return () => {
      clearTimeout(intent);
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onPoint);
    };
  }, []);

  return pages.map((page) => <FetchAhead key={page} page={page} />);
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nobody pays for guesses whose bytes are dear, or slow. */
function isWorthwhile(): boolean {
  const { connection } = navigator as { connection?: Connection };
  // React Router reloads a page whose next one it cannot fetch; without a network that would take it away.
  return navigator.onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g');
}

function linkOf({ target }: Event, selector: string): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest<HTMLAnchorElement>(selector)) || undefined;
}

function addressOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}
