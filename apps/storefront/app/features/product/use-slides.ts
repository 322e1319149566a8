import { type RefObject, useCallback, useEffect, useState } from 'react';

/** A scrolling row of full-width slides: which one is visible, and how to move to another. */
export function useSlides(row: RefObject<HTMLElement | null>): { current: number; show(place: number): void } {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const onScroll = () => setCurrent(Math.round(element.scrollLeft / element.clientWidth));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [row]);

  const show = useCallback(
    (place: number) => {
      const element = row.current;
      if (!element) return;
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.scrollTo({ left: place * element.clientWidth, behavior: isCalm ? 'instant' : 'smooth' });
    },
    [row],
  );

  return { current, show };
}
