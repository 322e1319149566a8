import { useEffect, useEffectEvent, useRef, useState, type WheelEvent } from 'react';

interface Rotation {
  isRotating: boolean;
  /** For the box around everything that moves: any touch, key or focus inside ends the rotation for good. */
  stopHandlers: { onPointerDown(): void; onKeyDown(): void; onFocus(): void; onWheel(event: WheelEvent): void };
  /** For the visible button: stops it, or starts it again because the visitor asked. */
  toggle(event: { detail: number }): void;
}

/** Rotates pictures. It pauses in a hidden tab and never starts under reduced motion. */
export function useRotation(isWanted: boolean, intervalMs: number, moveOn: () => void): Rotation {
  const [isRotating, setRotating] = useState(isWanted);
  const wasRotatingWhenPressed = useRef(false);
  const tick = useEffectEvent(() => {
    if (!document.hidden) moveOn();
  });

  useEffect(() => {
    if (!isRotating) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setRotating(false);
    const timer = setInterval(() => tick(), intervalMs);
    return () => clearInterval(timer);
  }, [isRotating, intervalMs]);

  const end = () => setRotating(false);
  return {
    isRotating,
    stopHandlers: {
      onPointerDown: () => {
        wasRotatingWhenPressed.current = isRotating;
        end();
      },
      onKeyDown: end,
      onFocus: end,
      // Ignores a wheel that scrolls the page.
      onWheel: ({ deltaX, deltaY }) => {
        if (Math.abs(deltaX) > Math.abs(deltaY)) end();
      },
    },
    toggle: ({ detail }) => {
      // Pointer down has already stopped it; a key press (detail 0) has none.
      const isStopping = detail > 0 && wasRotatingWhenPressed.current;
      wasRotatingWhenPressed.current = false;
      setRotating(!isStopping && !isRotating);
    },
  };
}
