import { type RefObject, useEffect, useRef } from 'react';

/** What had the focus may have gone with its row; then the keyboard goes on from the box around the rows. */
export function useFocusKept(box: RefObject<HTMLElement | null>, count: number): void {
  const shown = useRef(count);
  useEffect(() => {
    const isLess = count < shown.current;
    shown.current = count;
    if (isLess && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [count, box]);
}
