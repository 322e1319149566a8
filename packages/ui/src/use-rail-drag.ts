import { type RefObject, useEffect, useState } from 'react';

/** Below this distance a press is a click. */
const DRAG_START_PX = 6;

/** Lets a mouse drag a scrolling list; touch and trackpad scroll it natively. */
export function useRailDrag(list: RefObject<HTMLElement | null>): boolean {
  const [isDragging, setDragging] = useState(false);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let start: { x: number; scroll: number } | undefined;
    let hasMoved = false;

    const onDown = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      start = { x: event.clientX, scroll: element.scrollLeft };
      hasMoved = false;
    };
    const onMove = (event: PointerEvent) => {
      if (!start) return;
      const distance = event.clientX - start.x;
      if (!hasMoved && Math.abs(distance) < DRAG_START_PX) return;
      if (!hasMoved) setDragging(true);
      hasMoved = true;
      element.scrollLeft = start.scroll - distance;
    };
    const onUp = () => {
      start = undefined;
      setDragging(false);
    };
    // Ignores the click that ends a drag.
    const onClick = (event: MouseEvent) => {
      if (!hasMoved) return;
      hasMoved = false;
      event.preventDefault();
      event.stopPropagation();
    };
    // Prevents the native drag of a link or picture.
    const onNativeDrag = (event: DragEvent) => event.preventDefault();

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('click', onClick, true);
    element.addEventListener('dragstart', onNativeDrag);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('click', onClick, true);
      element.removeEventListener('dragstart', onNativeDrag);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
    };
  }, [list]);

  return isDragging;
}
