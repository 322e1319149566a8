import { type RefObject, useEffect, useRef } from 'react';

/**
 * The page glides to where its text begins (spec §2). Not when the visitor comes back to a place further down or asked
 * for a section, and without the gliding for those who want no motion.
 */
export function useScrollIntoView(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (window.scrollY > 0 || location.hash) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' });
  }, []);
  return element;
}
