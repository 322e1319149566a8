import { SWIPE_THRESHOLD_PX } from '@oyna/domain/constants';
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A flick on a touch pad sends many events and counts as one step. */
const WHEEL_PAUSE_MS = 500;

/** One step of a mouse wheel is at least this many pixels; a touch pad sends less at a time. */
const WHEEL_NOTCH_PX = 40;

/** The shown slide, and the ways to change it (spec §2): arrows, keys, wheel, swipe and drag of more than 50 px. */
export function useCarousel(total: number) {
  const [current, setCurrent] = useState(0);
  const [isHydrated, setHydrated] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const press = useRef<{ x: number; moved: number } | undefined>(undefined);
  const move = (step: number) => setCurrent((place) => (place + step + total) % total);

  useEffect(() => setHydrated(true), []);

  const lastWheel = useRef(0);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // A sideways wheel would make the browser go back. A vertical one still scrolls the page.
    if (isSideways) event.preventDefault();
    else if (!isMouseWheel(event)) return;
    if (event.timeStamp - lastWheel.current < WHEEL_PAUSE_MS) return;
    lastWheel.current = event.timeStamp;
    move(Math.sign(isSideways ? event.deltaX : event.deltaY));
  });
  useEffect(() => {
    const element = box.current;
    // React listens to wheels passively, and a passive listener cannot keep the page from going back.
    const listen = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  function drag(distance: number | undefined): void {
    box.current?.style.setProperty('--drag', `${distance ?? 0}px`);
    box.current?.toggleAttribute('data-dragging', distance !== undefined);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button === 0) press.current = { x: event.clientX, moved: 0 };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!press.current) return;
      press.current.moved = event.clientX - press.current.x;
      if (Math.abs(press.current.moved) > 5) drag(press.current.moved);
    },
    onPointerUp() {
      const moved = press.current?.moved ?? 0;
      drag(undefined);
      if (Math.abs(moved) > SWIPE_THRESHOLD_PX) move(moved < 0 ? 1 : -1);
    },
    onPointerLeave() {
      press.current = undefined;
      drag(undefined);
    },
    // The browser uses the touch for scrolling.
    onPointerCancel() {
      press.current = undefined;
      drag(undefined);
    },
    /** Ignores the click that ends a drag. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      const moved = press.current?.moved ?? 0;
      press.current = undefined;
      if (event.detail > 0 && Math.abs(moved) > 5) event.preventDefault();
    },
  };
  return { current, isHydrated, move, box, handlers };
}

function isMouseWheel({ deltaX, deltaY, deltaMode }: WheelEvent): boolean {
  return deltaX === 0 && (deltaMode === WheelEvent.DOM_DELTA_LINE || Math.abs(deltaY) >= WHEEL_NOTCH_PX);
}
