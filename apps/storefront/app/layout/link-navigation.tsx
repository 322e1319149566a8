import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useNavigate } from 'react-router';

const LINK = 'a[data-link]';

/**
 * Makes plain `<a data-link>` elements navigate as <Link> does, with one listener for all of them: a page of a hundred
 * cards renders, wakes up and re-renders without a hundred link components. What is pointed at is fetched ahead.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const [ahead, setAhead] = useState<string>();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(addressOf(link));
    };
    const onPoint = (event: Event) => {
      const link = linkOf(event);
      // React Router reloads a page whose next one it cannot fetch; without a network that would take it away.
      if (link && navigator.onLine) setAhead(addressOf(link));
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerover', onPoint, { passive: true });
    document.addEventListener('focusin', onPoint);
    // For whoever has to know, such as a test: from now on the page answers.
    document.documentElement.toggleAttribute('data-awake', true);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onPoint);
    };
  }, [navigate]);

  return ahead ? <PrefetchPageLinks page={ahead} /> : null;
}

function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest<HTMLAnchorElement>(LINK)) || undefined;
}

function addressOf({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}
