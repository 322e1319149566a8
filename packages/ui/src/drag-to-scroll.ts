/** Below this distance a press is a click. */
const DRAG_START_PX = 6;

/** Lets a mouse drag a scrolling list. The result ends it. */
export function dragToScroll(element: HTMLElement, onDragging: (isDragging: boolean) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let start: { x: number; scroll: number } | undefined;
  let hasMoved = false;

  const onUp = () => {
    start = undefined;
    onDragging(false);
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      start = { x: event.clientX, scroll: element.scrollLeft };
      hasMoved = false;
    },
    { signal },
  );
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!start) return;
      const distance = event.clientX - start.x;
      if (!hasMoved && Math.abs(distance) < DRAG_START_PX) return;
      if (!hasMoved) onDragging(true);
      hasMoved = true;
      element.scrollLeft = start.scroll - distance;
    },
    { signal },
  );
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', onUp, { signal });
  // Ignores the click that ends a drag.
  element.addEventListener(
    'click',
    (event) => {
      if (!hasMoved) return;
      hasMoved = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
  // Prevents the native drag of a link or picture.
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => listening.abort();
}
