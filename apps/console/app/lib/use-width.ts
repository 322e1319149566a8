import { type RefCallback, useCallback, useState } from 'react';

/** The width of an element in pixels, 0 until it is known. */
export function useWidth(): [width: number, ref: RefCallback<Element>] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
