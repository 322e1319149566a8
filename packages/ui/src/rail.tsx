import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { backIcon, onIcon } from './plain-icons.tsx';
import styles from './rail.module.css';
import { useUiTexts } from './ui-texts.tsx';
import { useRailDrag } from './use-rail-drag.ts';

interface RailProps {
  title: string;
  /** Beside the title: usually a link to all of them. */
  action?: ReactNode;
  /** `card` for covers, `ranked` for covers with a number, `wide` for 16:9 pictures, `tile` for small squares. */
  items?: 'card' | 'ranked' | 'wide' | 'tile';
  /** Each in its own <li>. */
  children: ReactNode;
}

/** A row with native scrolling. Arrows and dragging are for a mouse. */
export function Rail({ title, action, items = 'card', children }: RailProps) {
  const t = useUiTexts();
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const isDragging = useRailDrag(list);
  const { canGoBack, canGoForward } = useRailEnds(list);
  const scroll = (direction: 1 | -1) => {
    const element = list.current;
    if (element) element.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: 'smooth' });
  };
  return (
    <section aria-labelledby={titleId} className={cx(styles.rail, items !== 'card' && styles[items])}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {action}
        {(canGoBack || canGoForward) && (
          <div className={styles.arrows}>
            <IconButton
              label={t('scroll-back')}
              icon={backIcon}
              disabled={!canGoBack}
              onClick={() => scroll(-1)}
              data-repeats=""
              isSolid
            />
            <IconButton
              label={t('scroll-on')}
              icon={onIcon}
              disabled={!canGoForward}
              onClick={() => scroll(1)}
              data-repeats=""
              isSolid
            />
          </div>
        )}
      </header>
      <ul ref={list} className={cx(styles.list, isDragging && styles.dragging)}>
        {children}
      </ul>
    </section>
  );
}

/** The server assumes that the row can scroll: removing arrows disturbs less than adding them. */
function useRailEnds(list: RefObject<HTMLElement | null>): { canGoBack: boolean; canGoForward: boolean } {
  const [ends, setEnds] = useState({ canGoBack: false, canGoForward: true });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      // Far below the viewport it is not laid out yet, so it cannot be measured.
      if (element.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true }) === false) return;
      const canGoBack = element.scrollLeft > 1;
      const canGoForward = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setEnds((known) =>
        known.canGoBack === canGoBack && known.canGoForward === canGoForward ? known : { canGoBack, canGoForward },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    element.addEventListener('contentvisibilityautostatechange', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
      element.removeEventListener('contentvisibilityautostatechange', measure);
    };
  }, [list]);
  return ends;
}
