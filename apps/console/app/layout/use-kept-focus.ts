import { useEffect } from 'react';

/**
 * The title of the screen gets the focus when what had it is removed, such as a button whose work is done. A screen
 * reader would begin again at the top of the page otherwise.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined;
    };
    // A click beside all controls takes the focus away. What is removed afterwards did not have it.
    const forget = ({ target }: PointerEvent) => {
      if (!focused?.contains(target as Node)) focused = undefined;
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = undefined;
      // A screen may focus something else in the same step, such as the next cell of a grid.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}
