import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface MenuControl {
  isOpen: boolean;
  container: RefObject<HTMLDivElement | null>;
  toggle(): void;
  /** Closes it and focuses the button. */
  close(): void;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(event: FocusEvent): void;
}

/** The keyboard of a menu button: arrows move and wrap, Home and End jump, Escape and Tab leave. */
export function useMenu(): MenuControl {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const items = itemsOf(container.current);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
    const onPress = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    container.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setOpen(true);
      }
      return;
    }
    const items = itemsOf(container.current);
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, index, items.length);
    if (event.key === 'Escape') close();
    else if (next !== undefined) items[next]?.focus();
    else return;
    event.preventDefault();
  };

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !container.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return { isOpen, container, toggle: () => setOpen(!isOpen), close, onKeyDown, onBlur };
}

function itemsOf(container: HTMLElement | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
