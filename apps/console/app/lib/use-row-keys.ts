import type { RefObject } from 'react';
import { useHotkeys } from './hotkeys.ts';

/** `j` and `k` move the focus between the links of rows (`data-row`). Enter then opens the row, as on any link. */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const place = rows.indexOf(document.activeElement as HTMLElement);
    const next = place === -1 ? rows[0] : rows[place + step];
    next?.focus();
  };
  useHotkeys({ j: () => move(1), k: () => move(-1) });
}
