import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Slides {
  /** The slide that is visible. */
  current: number;
  show(place: number): void;
  /** By so many slides; after the last comes the first. */
  move(step: number): void;
}

/** A scrolling row of full-width slides. Steps that come faster than the row scrolls add up. */
export function useSlides(row: RefObject<HTMLElement | null>, total: number): Slides {
  const [current, setCurrent] = useState(0);
  /** Where the row is scrolling to, until it is there or the visitor moves it. */
  const goal = useRef<number>(undefined);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const onScroll = () => {
      const place = Math.round(element.scrollLeft / element.clientWidth);
      if (place === goal.current) goal.current = undefined;
      setCurrent(place);
    };
    const onTouch = () => {
      goal.current = undefined;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('pointerdown', onTouch, { passive: true });
    element.addEventListener('wheel', onTouch, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('pointerdown', onTouch);
      element.removeEventListener('wheel', onTouch);
    };
  }, [row]);

  const show = useCallback(
    (place: number) => {
      const element = row.current;
      if (!element) return;
      goal.current = place;
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.scrollTo({ left: place * element.clientWidth, behavior: isCalm ? 'instant' : 'smooth' });
    },
    [row],
  );

  return { current, show, move: (step) => show(((goal.current ?? current) + step + total) % total) };
}
