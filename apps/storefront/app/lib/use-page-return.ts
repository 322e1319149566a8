import { useEffect, useEffectEvent } from 'react';

/** Calls it when the customer returns to a page that the browser has kept for its back button. */
export function usePageReturn(onReturn: () => void): void {
  const onRestore = useEffectEvent(onReturn);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
}
