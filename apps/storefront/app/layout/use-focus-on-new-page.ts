import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A new path is a new page: a screen reader and the Tab key begin at its top, as after a real page load. */
export function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Where to scroll is ScrollRestoration's business: to the top, or back to where the visitor was.
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
