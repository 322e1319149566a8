import { type RefObject, useEffect, useState } from 'react';

/** Lets a mouse drag a scrolling list; touch and trackpad scroll it natively. Its script is loaded where there is a mouse. */
export function useRailDrag(list: RefObject<HTMLElement | null>): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element || !matchMedia('(pointer: fine)').matches) return;
    let isGone = false;
    let stop = () => {};
    import('./drag-to-scroll.ts').then(
      ({ dragToScroll }) => {
        if (!isGone) stop = dragToScroll(element, setDragging);
      },
      // The arrows are left.
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [list]);
  return isDragging;
}
